"""Domains that the owners of much-imitated names run beside them, so that nobody has to be warned of google.de.

A starting set of widely known facts; configuration replaces or extends it. Only sets whose brand is watched count.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_GOOGLE_SUFFIXES = (
    "ae at be bg by ca cat ch cl cn cz de dk dz ee es fi fr ge gr hn hr hu ie iq is it jo kz la lk lt lu lv md me mk "
    "mn mu ng nl no pl pt ro rs ru sc se si sk sn tn tt "
    "co.id co.il co.in co.jp co.ke co.kr co.ma co.nz co.th co.uk co.uz co.ve co.za "
    "com.ar com.au com.bd com.bh com.bo com.br com.co com.cu com.cy com.do com.ec com.eg com.et com.gh com.gt com.hk "
    "com.jm com.kh com.kw com.lb com.mm com.mt com.mx com.my com.na com.ng com.ni com.np com.om com.pa com.pe com.ph "
    "com.pk com.pr com.py com.qa com.sa com.sg com.sv com.tr com.tw com.ua com.uy com.vn"
)

_AMAZON_SUFFIXES = "ca co.jp co.uk com.au com.br de es fr in it nl"

SHIPPED_ALIASES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "amazon.com": (
            "amazonaws.com",
            *(f"amazon.{suffix}" for suffix in _AMAZON_SUFFIXES.split()),
        ),
        "apple.com": ("apple.co", "icloud.com", "mzstatic.com"),
        "bbc.co.uk": ("bbc.com", "bbci.co.uk"),
        "bbc.com": ("bbc.co.uk", "bbci.co.uk"),
        "github.com": ("github.blog", "github.dev", "github.io", "githubassets.com", "githubusercontent.com"),
        "google.com": (
            "googleapis.com",
            "googleblog.com",
            "googlesource.com",
            "googleusercontent.com",
            "googlevideo.com",
            "gstatic.com",
            *(f"google.{suffix}" for suffix in _GOOGLE_SUFFIXES.split()),
        ),
        "ieee.org": ("ieee-pes.org", "ieee-ras.org"),
        "microsoft.com": ("microsoftonline.com", "azure.com", "office.com", "windows.com"),
        "nytimes.com": ("nyt.com", "nyti.ms"),
        "paypal.com": ("paypal.me", "paypalobjects.com"),
        "reuters.com": ("reuters.co.uk", "thomsonreuters.com"),
        "springer.com": ("springer.de", "springernature.com", "springeropen.com"),
        "wikipedia.org": (
            "mediawiki.org",
            "wikibooks.org",
            "wikidata.org",
            "wikimedia.org",
            "wikinews.org",
            "wikiquote.org",
            "wikisource.org",
            "wikiversity.org",
            "wikivoyage.org",
            "wiktionary.org",
        ),
    }
)
"""Brand domain to further domains of the same owner."""
