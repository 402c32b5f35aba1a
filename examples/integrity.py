"""Keeps answers in a database and shows them again: a policy that was edited, and a note that carries a secret.

Needs the extra ``storage``. Everything happens in a database in memory; give a URL to keep it.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, replace

from rich.console import Console
from rich.rule import Rule

from citeward import CheckedAnswer, Gate, Principal, Tier
from citeward.access import Acl, Directory, GroupAccess
from citeward.records import Derived, RecordBook
from citeward.registry import Document, Passage, Registry, Source, StoredDocuments
from citeward.storage import Database

TENANT = "default"
BOTH, LEGAL = Acl.of_groups(["support", "legal"]), Acl.of_groups(["legal"])
POLICY = Document(
    "returns-policy", "legal-library",
    "1. Scope\nThis policy covers every order.\n\n4. Refunds\nRefunds are accepted within 30 days of delivery.",
    "42", "Returns policy", "https://policies.example.com/returns", BOTH,
)  # fmt: skip
DRAFT = Document("draft", "legal-library", "The settlement offer is 2.4 million euros.", "1", "Draft", acl=LEGAL)
PRESS = Document("press", "website", "The company is in talks with the regulator.", "1", "Press", acl=BOTH)
SAM, LEA = Principal("sam"), Principal("lea")


@dataclass(frozen=True, slots=True)
class Company:
    """The gate and the record book over one database."""

    registry: Registry
    book: RecordBook
    gate: Gate

    @classmethod
    async def founded(cls, database: Database) -> Company:
        """Sources, documents and people, and nobody has asked anything yet."""
        registry, access = Registry(database), GroupAccess(database)
        for source, tier in (("legal-library", Tier.A), ("website", Tier.B), ("agent-memory", Tier.B)):
            await registry.register(Source(source, tier))
        await registry.ingest(TENANT, POLICY, DRAFT, PRESS)
        directory = Directory(database)
        await directory.set_groups(TENANT, SAM.id, ["support"])
        await directory.set_groups(TENANT, LEA.id, ["legal"])
        book = RecordBook(database, access)
        return cls(registry, book, Gate(access, StoredDocuments(database), sink=book.shared_with(BOTH)))

    async def ask(self, asker: Principal, answer: str, *documents: str) -> CheckedAnswer:
        """An answer over whole documents, whose handles stand in it as {0}, {1} ...; checked, and kept by the gate."""
        chunks = await self.registry.chunks(TENANT, [Passage(name) for name in documents])
        turn = await self.gate.aopen(asker, chunks)
        return await self.gate.acheck(answer.format(*(item.handle for item in turn.ledger)), turn)

    async def look(self, checked: CheckedAnswer, viewer: Principal, console: Console) -> str:
        """What a viewer gets of it now, with the operator's reason."""
        view = await self.book.show(checked.id, viewer)
        for state in view.citations:
            now = state.change.now if state.change is not None else None
            current = f"; current version: {now.version}" if now is not None else ""
            console.print(f"{viewer.id} sees {state.state} ({state.reason}){current}", highlight=False)
        return view.html


async def main(url: str | None = None) -> None:
    """Plays both cases."""
    console = Console()
    async with await Database.open(url) as database:
        company = await Company.founded(database)
        console.print(Rule("The refund window: legal edits what a runbook cites"))
        runbook = await company.ask(SAM, "Refunds are accepted within 30 days of delivery [{0}].", POLICY.id)
        await company.look(runbook, SAM, console)
        await company.registry.ingest(TENANT, replace(POLICY, version="43", text=POLICY.text.replace("30", "14")))
        console.print((await company.look(runbook, SAM, console)).strip(), markup=False, highlight=False)

        console.print(Rule("Laundering: a note made of a secret and a public page"))
        said = "The settlement offer is 2.4 million euros [{0}]. The company is in talks with the regulator [{1}]."
        research = await company.ask(LEA, said, DRAFT.id, PRESS.id)
        note = "The company offers 2.4 million euros and is in talks with the regulator."
        await company.book.derive(TENANT, Derived("note", "agent-memory", note, (research.id,), by=LEA.id, acl=BOTH))
        handover = await company.ask(LEA, f"{note[:-1]} [{{0}}].", "note")
        for viewer in (LEA, SAM):
            await company.look(handover, viewer, console)

        console.print(Rule("The page turns out to be planted"))
        found = await company.registry.poison_source(TENANT, "website")
        console.print(f"It was used by {len(found.answers)} answers and {len(found.documents)} derived text")
        await company.look(handover, LEA, console)
        report = await company.book.verify_log(TENANT)
        console.print(f"log: {'whole' if report.ok else 'NOT WHOLE'}, {report.entries} entries")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:2]))
