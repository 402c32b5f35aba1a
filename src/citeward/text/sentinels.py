"""Texts that stand where a source should: extraction errors, empty pages, refusals of a server."""

from __future__ import annotations

import re

from .letters import SIEVED

_LONGEST = 240
"""Code points. A real source may quote an error message; a message alone is short."""
_THING = r"""
    (?:(?:the|this|your|requested|full|source|web|pdf|text\ of|contents?\ of)\ )*
    (?:documents?|page|file|contents?|source|text|article|attachment|url|link|website|webpage|site|resource|pdf|docx|image
    |chunk|data|body|transcript)
"""
_DONE = r"""
    (?:read|load|open|extract|pars|fetch|retriev|decod|access|found|find|process|download|display|render)(?:e?d|e|ing)?
"""
_SENTINEL = re.compile(
    rf"""
    [\W_]*+ (?:(?:error|warning|exception|failed|sorry)\b[\W_]*+)?
    (?:
      {_THING}\ (?:could\ not|couldn't|can\ ?not|can't|was\ not\ able\ to|failed\ to|(?:is|was)\ unable\ to|unable\ to)
        \ (?:be\ )?{_DONE}
    | (?:error|failure|exception|problem|failed|unable|could\ not|couldn't|can\ ?not|can't|(?:not|was)\ (?:un)?able)
        [:,]?\ ?(?:while\ |when\ |in\ |to\ )?{_DONE}(?:\ (?:the\ )?{_THING})?
    | (?:no|empty|missing|blank)\ (?:\w+\ )?(?:text|contents?|document|data|page|source|body|transcript)
        (?:\ (?:available|found|extracted|could\ be\ extracted|returned|provided|content))?
    | {_THING}\ (?:(?:is|was)\ )?(?:empty|blank|missing|unavailable|not\ available|not\ found|encrypted
        |password[-\ ]protected|corrupt|corrupted|unreadable|damaged)
    | (?:http\ )?(?:error\ )?[45]\d\d(?:[:\-\ ]+(?:not\ found|forbidden|unauthori[sz]ed|bad\ request|bad\ gateway|gone
        |internal\ server\ error|service\ unavailable|gateway\ timeout|too\ many\ requests|error))?
    | access\ (?:to\ this\ page\ )?(?:has\ been\ )?denied | forbidden | unauthori[sz]ed | (?:page\ )?not\ found
    | internal\ server\ error | service\ unavailable | bad\ gateway | gateway\ timeout | too\ many\ requests
    | (?:request\ )?timed?\ ?out | connection\ (?:refused|reset|timed\ out)
    | (?:please\ )?(?:enable|turn\ on)\ (?:javascript|cookies)(?:\ and\ (?:javascript|cookies))?(?:\ to\ continue)?
    | (?:ocr|(?:text\ |pdf\ )?extraction|parsing|parser|conversion|download|fetch|loading|load|read)
        \ (?:failed|error|failure|timed\ out|exception)
    | (?:unsupported|unknown|invalid)\ (?:file|document|format|file\ type|file\ format)
    | failed | error | none | null | nil | n/?a | nan | undefined | unknown\ error | exception | \[object\ object\]
    )
    (?:\ https?://\S+)?
    (?:\ (?:due\ to|because|with|by|at|from|for|on)\b[^\n]*)?
    (?:[.!,\s]*[:(\-–—][^\n]*)? [\W_]* (?:(?:please\ )?try\ again[^\n]*)? [\W_]*
    """,
    re.IGNORECASE | re.VERBOSE,
)


def is_no_source(text: str) -> bool:
    """Whether a text is no source at all: nothing to read, or only the message of something that failed."""
    if len(text) > _LONGEST:
        return not any(SIEVED[char] for char in text[:_LONGEST]) and not any(map(str.isalnum, text))
    return _SENTINEL.fullmatch(text.replace("’", "'")) is not None or not any(map(SIEVED.__getitem__, text))
