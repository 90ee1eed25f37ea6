-- Shares what the pool holds beyond its promises among the members by their balances, and returns the new epoch.
-- Returns null while members hold less than 1 LIKE together, or there is nothing to share.
CREATE OR REPLACE FUNCTION close_epoch() RETURNS integer
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  holders_pool CONSTANT bigint := 3;
  one_like CONSTANT bigint := 1000000000;
  state holders_state;
  pool bigint;
  members_total numeric;
  shared bigint;
  new_m numeric;
BEGIN
  state := lock_ledger();
  -- All accounts sum to zero, so the members hold what the system's accounts lack.
  SELECT state.liability - sum(balance), max(balance) FILTER (WHERE id = holders_pool)
    INTO members_total, pool FROM account WHERE id < 1000;
  shared := pool - state.liability;
  IF shared <= 0 OR members_total < one_like THEN
    RETURN NULL;
  END IF;
  new_m := div(state.m * (members_total + shared), members_total);
  UPDATE holders_state SET epoch = state.epoch + 1, m = new_m, liability = state.liability + shared;
  INSERT INTO holders_epoch (epoch, m, members_total, distributed)
    VALUES (state.epoch + 1, new_m, members_total, shared);
  RETURN state.epoch + 1;
END $$;
