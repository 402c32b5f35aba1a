"""Notices: the owner of an answer learns, by webhook, that one of its citations is not current any more."""

from __future__ import annotations

from citeward.records.notices.courier import Courier, OwnerOf, Round
from citeward.records.notices.notice import Notice
from citeward.records.notices.outbox import Waiting, waiting
from citeward.records.notices.post import NotTaken, Transport, WebhookTransport
from citeward.records.notices.signature import Secret, SignatureError, verify_notice

__all__ = [
    "Courier",
    "NotTaken",
    "Notice",
    "OwnerOf",
    "Round",
    "Secret",
    "SignatureError",
    "Transport",
    "Waiting",
    "WebhookTransport",
    "verify_notice",
    "waiting",
]
