"""How a store of an older version becomes one of today: Alembic's migrations, one after the other, in one transaction.

Nothing here is imported unless a migration is due: Alembic takes longer to load than the store to open.
"""
