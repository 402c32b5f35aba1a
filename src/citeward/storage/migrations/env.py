"""Runs the migrations on the connection that `citeward.storage.migrate` hands over."""

from __future__ import annotations

from alembic import context


def run() -> None:
    """Brings the database behind the configured connection to the wanted revision."""
    context.configure(connection=context.config.attributes["connection"], version_table="citeward_version")
    context.run_migrations()


if __name__ == "env_py":  # Alembic's name for this file while it runs; anybody else only reads it
    run()
