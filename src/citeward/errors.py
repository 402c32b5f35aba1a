"""The exceptions citeward raises, and nothing else.

::

    CitewardError                 every error below; its message names the field and the remedy
    ├── InputError                what the caller handed over cannot be used
    │   ├── RowError              one row of a batch, or one turn file
    │   ├── LedgerError           chunks that cannot become a ledger
    │   ├── PayloadError          a provider reply that is not in the shape it claims
    │   └── LimitExceeded         input beyond a bound that protects the service
    ├── ConfigError               citeward.toml or a CITEWARD_* variable
    ├── Conflict                  something changed since the caller looked, and what it asked for was not done
    ├── CheckFailed               a store, an access engine or a model could not answer
    └── UsageError                the API was called in an order or a place that cannot work

An error is never a verdict: a check that fails to run becomes the verdict ``unconfirmed`` and the answer goes on.
Errors are raised only where no answer could be judged at all.
"""

from __future__ import annotations

__all__ = [
    "CheckFailed",
    "CitewardError",
    "ConfigError",
    "Conflict",
    "InputError",
    "LedgerError",
    "LimitExceeded",
    "PayloadError",
    "RowError",
    "UsageError",
]


class CitewardError(Exception):
    """Base of every error citeward raises on purpose."""


class InputError(CitewardError, ValueError):
    """Something handed over cannot be used.

    Args:
        field: the path of the offending field, e.g. ``chunks[2].acl``.
        problem: what is wrong with it, in the reader's words.
        remedy: what to write instead.
    """

    def __init__(self, field: str, problem: str, remedy: str) -> None:
        super().__init__(f"{field}: {problem}. {remedy}")
        self.field = field
        self.problem = problem
        self.remedy = remedy


class RowError(InputError):
    """A batch row, a turn file or a JSON document does not follow its contract."""


class LedgerError(InputError):
    """Chunks cannot become a ledger: duplicate handles, naive datetimes, text that is not text."""


class PayloadError(InputError):
    """A provider's reply or stream does not have the shape its name promises."""


class LimitExceeded(InputError):
    """Input is larger than the bound that keeps one request from starving the others."""


class ConfigError(InputError):
    """A configuration file or environment variable holds an unknown key or an impossible value."""


class Conflict(CitewardError):
    """What was to be changed has changed since the caller looked: nothing was done. Look again, then decide."""


class CheckFailed(CitewardError):
    """A protocol (access, documents, support, resolver) could not answer; the judge turns it into ``unconfirmed``."""


class UsageError(CitewardError, RuntimeError):
    """The API was used where it cannot work, e.g. the sync facade inside a running event loop."""
