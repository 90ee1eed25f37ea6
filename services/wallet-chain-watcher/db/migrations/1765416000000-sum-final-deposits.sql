-- What is summed each minute, so that the sum reads an index in place of the table. Deposits in progress, which are
-- written often, are not in it.
CREATE INDEX CONCURRENTLY deposit_final ON deposit (state) INCLUDE (amount, slot)
  WHERE state IN ('failed', 'nothing', 'credited', 'unclaimed', 'claimed');
