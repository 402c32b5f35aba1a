"""Pages that style a word away, one trick each, and pages that seem to."""

from __future__ import annotations

from typing import NamedTuple


class Trick(NamedTuple):
    """A page that holds the word WORD, and whether a reader sees it."""

    name: str
    body: str
    css: str = ""
    shown: bool = False

    @property
    def page(self) -> str:
        """The whole page."""
        head = f"<head><title>t</title><style>{self.css}</style></head>"
        return f"<!doctype html><html>{head}<body>{self.body}</body></html>"


def _ink(name: str, colour: str, *, shown: bool = False) -> Trick:
    return Trick(name, f"<p style='color:{colour}'>WORD</p>", shown=shown)


_P = "<p class=a>WORD</p>"

TRICKS = (
    _ink("hsl", "hsl(0 0% 100%)"),
    _ink("hsla with commas", "hsla(0, 0%, 100%, 1)"),
    _ink("hwb", "hwb(0 100% 0%)"),
    _ink("lab", "lab(100 0 0)"),
    _ink("lch", "lch(100% 0 0)"),
    _ink("oklab", "oklab(1 0 0)"),
    _ink("oklch", "oklch(100% 0 0)"),
    _ink("color()", "color(srgb 1 1 1)"),
    _ink("display-p3", "color(display-p3 1 1 1)"),
    _ink("color-mix", "color-mix(in oklab, white 100%, black)"),
    _ink("relative colour", "rgb(from white r g b)"),
    _ink("system colour", "Canvas"),
    _ink("no alpha", "rgb(0 0 0 / 0)"),
    _ink("mixed with transparent", "color-mix(in srgb, black 0%, transparent)"),
    _ink("dark hsl", "hsl(240 100% 20%)", shown=True),
    _ink("dark oklch", "oklch(0.4 0.1 20)", shown=True),
    _ink("mixed grey", "color-mix(in srgb, white, black)", shown=True),
    _ink("no colour at all", "hsl(white)", shown=True),
    Trick("yellow on yellow", "<div style='background:yellow'><p style='color:#ff0'>WORD</p></div>"),
    Trick("white on navy", "<div style='background:navy'><p style='color:white'>WORD</p></div>", shown=True),
    Trick("background in the ink's colour", "<p style='color:teal;background:currentcolor'>WORD</p>"),
    Trick("filled white", "<p style='-webkit-text-fill-color:white'><b style='color:black'>WORD</b></p>"),
    Trick("variable colour", _P, ":root{--c:white}.a{color:var(--c)}"),
    Trick("variable display", _P, ".a{--d:none;display:var(--d)}"),
    Trick("variable of a variable", _P, ":root{--x:var(--y);--y:none}.a{display:var(--x)}"),
    Trick("fallback", _P, ".a{display:var(--nothing, none)}"),
    Trick("variable from outside", f"<div style='--d:none'>{_P}</div>", ".a{display:var(--d)}"),
    Trick(
        "variable overruled inside",
        f"<div style='--d:none'><div style='--d:block'>{_P}</div></div>",
        ".a{display:var(--d)}",
        True,
    ),
    Trick("variable without a value", _P, ".a{display:var(--nothing)}", True),
    Trick("variable that is no display", _P, ".a{--d:12px;display:var(--d)}", True),
    Trick("escaped property", _P, ".a{d\\69splay:none}"),
    Trick("escaped value", _P, ".a{display:n\\6fne}"),
    Trick("escaped class", _P, ".\\61{display:none}"),
    Trick("comment in the value", _P, ".a{display:/**/none/**/}"),
    Trick("capitals", _P, ".a{DISPLAY:NONE}"),
    Trick("nested rule", f"<div class=o>{_P}</div>", ".o{color:black; .a{display:none}}"),
    Trick("nested rule with &", f"<div class=o>{_P}</div>", ".o{& > .a{display:none}}"),
    Trick("nested in a list", f"<div class=o>{_P}</div>", ".z,.o{& .a{display:none}}"),
    Trick("nested media", _P, ".a{@media screen{display:none}}"),
    Trick("nested rule that misses", f"<div class=o>{_P}</div>", ".z{& .a{display:none}}", True),
    Trick("media not print", _P, "@media not print{.a{display:none}}"),
    Trick("media print", _P, "@media print{.a{display:none}}", True),
    Trick("supports", _P, "@supports (display:block){.a{display:none}}"),
    Trick("supports not", _P, "@supports not (display:block){.a{display:none}}", True),
    Trick("important in a sheet", "<p class=a style='display:block'>WORD</p>", ".a{display:none!important}"),
    Trick("important both", "<p class=a style='display:block!important'>WORD</p>", ".a{display:none!important}", True),
    Trick("later nonsense", _P, ".a{display:none;display:nonsense}"),
    Trick("later sense", _P, ".a{display:none;display:block}", True),
    Trick("unlayered wins", _P, "@layer x{.a{display:block}}.a{display:none}"),
    Trick("layer loses", _P, ".a{display:block}@layer x{p.a{display:none}}", True),
    Trick("first important layer wins", _P, "@layer x{.a{display:none!important}}.a{display:block!important}"),
    Trick("is()", _P, ":is(.a,.b){display:none}"),
    Trick("where() has no weight", _P, "p{display:block}:where(.a){display:none}", True),
    Trick("shorthand resets", "<p class=a>WORD</p>", ".a{color:white;background-color:black;background:none}"),
    Trick("calc offset", "<p style='position:absolute;left:calc(-1 * 9999px)'>WORD</p>"),
    Trick("calc opacity", "<p style='opacity:calc(1 - 1)'>WORD</p>"),
    Trick("min size", "<p style='font-size:min(0px, 1em)'>WORD</p>"),
    Trick("inset", "<p style='position:fixed;inset:-9999px auto auto 0'>WORD</p>"),
    Trick("translate", "<p style='translate:-9999px 0'>WORD</p>"),
    Trick("scale", "<p style='scale:0'>WORD</p>"),
    Trick("filter", "<p style='filter:opacity(0)'>WORD</p>"),
    Trick("font shorthand", "<p style='font:0/1 serif'>WORD</p>"),
    Trick("overflow", "<p style='height:0;overflow:hidden'>WORD</p>"),
    Trick("overflow seen", "<p style='height:0'>WORD</p>", shown=True),
    Trick("brace in a string", _P, '.b{content:"}"}.a{display:none}'),
    Trick("brace in a comment", _P, "/* } */.a{display:none}"),
    Trick("sheet that never ends", _P, ".a{display:none"),
    Trick("hidden, then shown by nobody", f"<div style='visibility:hidden'>{_P}</div>"),
    Trick("visibility shown again", f"<div style='visibility:hidden'>{_P}</div>", ".a{visibility:visible}", True),
)
