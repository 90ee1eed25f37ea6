-- What the ledger is to be told of.
CREATE INDEX CONCURRENTLY deposit_owed ON deposit (due_at) WHERE state IN ('judged', 'claiming');
