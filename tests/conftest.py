"""How properties are tried: the same for every test, whatever the machine is doing beside it."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A deadline per example fails on a loaded machine and says nothing of the code; a slow draw does neither.
settings.register_profile(
    "citeward", max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("thorough", settings.get_profile("citeward"), max_examples=1_000)
settings.load_profile("citeward")
