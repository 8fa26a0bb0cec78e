"""What every game stands on: the table's record, chance, the compiler, the contract.

Nothing here knows a game, and nothing here is imported by `import ararat` alone.
"""
