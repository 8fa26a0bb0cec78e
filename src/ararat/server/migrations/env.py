"""What Alembic runs, over a connection that it is given."""

from __future__ import annotations

from alembic import context

from ararat.server.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
