"""What a policy is: a bar for the judge, an action for each verdict, and exceptions per intent and surface."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeVar

from citeward.errors import InputError
from citeward.model import CitationAction, Tier, Uncited, Verdict
from citeward.verify import Lookups, Need, Requirements

__all__ = ["Policy", "Surface", "strictest"]

_T = TypeVar("_T")
_SEVERITY = {CitationAction.KEEP: 0, CitationAction.MARK: 1, CitationAction.STRIP: 2, CitationAction.BLOCK: 3}


@dataclass(frozen=True, slots=True)
class Surface:
    """How one place shows answers."""

    citations: bool = True
    """False: the surface ships without citations. They are checked all the same, and none is shown."""
    retractable: bool = True
    """False: what was shown cannot be taken back (mail, speech, a printed page), so an answer is shown whole or not."""
    uncited: Uncited | None = None
    """What it asks besides of claims that cite nothing; where it asks for less, the policy stands."""

    def both(self, other: Surface) -> Surface:
        """A surface that shows what both show, takes back what both can, and asks what either asks."""
        uncited = other.uncited if self.uncited is None else self.uncited.stricter(other.uncited)
        return Surface(self.citations and other.citations, self.retractable and other.retractable, uncited)


@dataclass(frozen=True, slots=True)
class Policy:
    """Immutable. Make one from a preset with :func:`dataclasses.replace`, or from citeward.toml.

    Some things are no option: a citation whose verdict is not ``ok`` is never kept, and one that this reader may not
    see blocks the whole answer.
    """

    name: str
    requirements: Requirements = field(default_factory=Requirements)
    actions: Mapping[Verdict, CitationAction] = field(default_factory=lambda: MappingProxyType({}))
    """``strip``, ``mark`` or ``block`` per verdict; ``strip`` where nothing is said."""
    drop_failed: bool = True
    """A sentence whose citations all failed is dropped; False: it stays, visibly marked as unsupported."""
    uncited: Uncited = Uncited.MARK
    """What becomes of a sentence that says something and cites nothing."""
    uncited_intents: Mapping[str, Uncited] = field(default_factory=lambda: MappingProxyType({}))
    """What an intent asks of such sentences besides; where it asks for less, ``uncited`` stands."""
    intents: Mapping[str, Requirements] = field(default_factory=lambda: MappingProxyType({}))
    """What an intent asks for besides; where it asks for less, the policy's own bar stands."""
    lookups: Mapping[str, Lookups] = field(default_factory=lambda: MappingProxyType({}))
    """What may be looked up for an intent, in place of what ``requirements`` say. The one thing an intent may widen:
    any host is for single intents that whoever configures the gate names."""
    surfaces: Mapping[str, Surface] = field(default_factory=lambda: MappingProxyType({}))
    whole_intents: frozenset[str] = frozenset()
    """Intents whose answers nobody may act on half-way: nothing is shown before the whole answer has been judged."""
    max_regenerations: int = 1
    """How often an answer that was blocked is asked for again before it is refused."""

    def __post_init__(self) -> None:
        actions = {Verdict(verdict): CitationAction(action) for verdict, action in self.actions.items()}
        object.__setattr__(self, "actions", MappingProxyType(actions))

    def action(self, verdict: Verdict) -> CitationAction:
        """What happens to a citation with this verdict."""
        if verdict is Verdict.OK:
            return CitationAction.KEEP
        if verdict is Verdict.UNAUTHORISED:
            return CitationAction.BLOCK
        action = self.actions.get(verdict, CitationAction.STRIP)
        return CitationAction.STRIP if action is CitationAction.KEEP else action

    def knows(self, intent: str) -> bool:
        """Whether anything was said of an intent."""
        return any(intent in named for named in self._intents)

    @property
    def _intents(self) -> tuple[Collection[str], ...]:
        return self.intents, self.lookups, self.whole_intents, self.uncited_intents

    def for_intent(self, intent: str | None) -> Policy:
        """The policy for one intent: the bar is raised where the intent asks for more, never lowered.

        Raises:
            InputError: nobody configured this intent; its bar would silently be that of every other answer.
        """
        if intent and not self.knows(intent):
            named = ", ".join(sorted({name for known in self._intents for name in known}))
            remedy = f"Use one of: {named}" if named else "Ask without one"
            raise InputError(
                "intent", f"{intent!r} is unknown to policy {self.name}", f"{remedy}, or configure intents.{intent}."
            )
        raised, lookups = self.intents.get(intent or ""), self._lookups(intent or "")
        needed = self.requirements if raised is None else strictest(self.requirements, raised)
        if needed.lookups is not lookups:
            needed = replace(needed, lookups=lookups)
        uncited = self.uncited.stricter(self.uncited_intents.get(intent or ""))
        if needed is self.requirements and uncited is self.uncited:
            return self
        return replace(self, requirements=needed, uncited=uncited)

    def for_surface(self, name: str | None) -> Policy:
        """The policy for one surface: it may ask more of claims that cite nothing, never less."""
        uncited = self.uncited.stricter(self.surface(name).uncited)
        return self if uncited is self.uncited else replace(self, uncited=uncited)

    def _lookups(self, intent: str) -> Lookups:
        """What may be looked up for an intent."""
        return self.lookups.get(intent, self.requirements.lookups)

    def surface(self, name: str | None) -> Surface:
        """How a surface shows answers; a surface nothing was said of shows citations."""
        return self.surfaces.get(name or "", Surface())

    def shows_whole(self, intent: str | None, surface: str | None) -> bool:
        """Whether a stream may show nothing before its end."""
        return (intent or "") in self.whole_intents or not self.surface(surface).retractable

    def tightened_by(self, other: Policy) -> Policy:
        """This policy with whatever of ``other`` is stricter: what a caller brings can only raise the bar."""
        verdicts = set(self.actions) | set(other.actions)
        actions = {v: max(self.action(v), other.action(v), key=_SEVERITY.__getitem__) for v in verdicts}
        return replace(
            self,
            name=self.name if other.name == self.name else f"{self.name}+{other.name}",
            requirements=strictest(self.requirements, other.requirements),
            actions=MappingProxyType(actions),
            drop_failed=self.drop_failed or other.drop_failed,
            uncited=self.uncited.stricter(other.uncited),
            uncited_intents=MappingProxyType(_both(self.uncited_intents, other.uncited_intents, Uncited.stricter)),
            lookups=MappingProxyType(
                {name: self._lookups(name).narrower(other._lookups(name)) for name in {**self.lookups, **other.lookups}}
            ),
            intents=MappingProxyType(_both(self.intents, other.intents, strictest)),
            surfaces=MappingProxyType(_both(self.surfaces, other.surfaces, Surface.both)),
            whole_intents=self.whole_intents | other.whole_intents,
            max_regenerations=min(self.max_regenerations, other.max_regenerations),
        )


def _both(one: Mapping[str, _T], two: Mapping[str, _T], join: Callable[[_T, _T], _T]) -> dict[str, _T]:
    """Two tables in one; what both name is joined."""
    return {
        name: join(one[name], two[name]) if name in one and name in two else {**one, **two}[name]
        for name in {**one, **two}
    }


def _higher(one: float | None, two: float | None) -> float | None:
    return max((bar for bar in (one, two) if bar is not None), default=None)


def strictest(one: Requirements, two: Requirements) -> Requirements:
    """The higher of every bar."""
    listed = [one.allowed_hosts, *one.further_allowlists, two.allowed_hosts, *two.further_allowlists]
    first, *further = dict.fromkeys(hosts for hosts in listed if hosts) or {(): None}
    return Requirements(
        min_tier=Tier(max(one.min_tier, two.min_tier)),
        support=Need.REQUIRE if Need.REQUIRE in (one.support, two.support) else Need.SKIP,
        external=Need.REQUIRE if Need.REQUIRE in (one.external, two.external) else Need.SKIP,
        supported_from=_higher(one.supported_from, two.supported_from),
        unsupported_below=_higher(one.unsupported_below, two.unsupported_below),
        external_tier=Tier(min(one.external_tier, two.external_tier)),
        allowed_hosts=first,
        further_allowlists=tuple(further),
        denied_hosts=tuple(dict.fromkeys((*one.denied_hosts, *two.denied_hosts))),
        brands=tuple(dict.fromkeys((*one.brands, *two.brands))),
        principal_max_age=min(one.principal_max_age, two.principal_max_age),
        lookups=one.lookups.narrower(two.lookups),
    )
