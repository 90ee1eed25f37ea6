-- `settle_tips` judges and settles a batch of tips in one statement after one ordered pass of locks.
-- The caller passes each (payer, key) at most once in a batch. Every writer of the ledger locks
-- `holders_state` first, so batches are serial and a statement after that lock sees all settled before.
-- The function is in db/functions (ADR 0015), and needs this aggregate.

-- What remains of a balance after a tip, which is refused when the balance does not cover it.
CREATE FUNCTION spend_if_covered(remaining bigint, balance bigint, amount bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN coalesce(remaining, balance) >= amount
    THEN coalesce(remaining, balance) - amount ELSE coalesce(remaining, balance) END
$$;
CREATE AGGREGATE remaining_after (balance bigint, amount bigint) (sfunc = spend_if_covered, stype = bigint);
