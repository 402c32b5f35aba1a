"""Words that give somebody the word: what turns a name and a year into a reference."""

from __future__ import annotations

import re

__all__ = ["CREDITS", "REPORTS"]

REPORTS = re.compile(
    r" (?:found|finds?|show(?:s|ed|n)?|argue[sd]?|report(?:s|ed)?|observe[sd]?|suggest(?:s|ed)?|demonstrate[sd]?|"
    r"note[sd]?|conclude[sd]?|propose[sd]?|estimate[sd]?|describe[sd]?|claim(?:s|ed)?|writes?|wrote|state[sd]?|says?|"
    r"said|examine[sd]?|investigate[sd]?|introduce[sd]?|analy[sz]e[sd]?|identif(?:y|ies|ied)|define[sd]?|"
    r"document(?:s|ed)?|establishe[sd]|reviewed|compared|measured|proved|confirm(?:s|ed)?|highlight(?:s|ed)?|"
    r"warn(?:s|ed)?|recommend(?:s|ed)?)\b"
)
"""What stands behind a name that somebody reports."""
CREDITS = re.compile(
    r"\b(?:according to|following|see|see also|cf\.|e\.g\.,?|per|as|"
    r"(?:reported|published|found|shown|described|noted|cited|stated|argued|proposed|discussed|documented|confirmed) "
    r"(?:in|by)|citing|cites|cite) (?:the |a |an )?\Z",
    re.IGNORECASE,
)
"""What stands before one."""
