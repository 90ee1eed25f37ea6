-- The holders' share: closing an epoch raises one index, and an account is settled when it is
-- next touched. Index arithmetic truncates with `div`, for Postgres rounds a numeric quotient first.

-- A balance with all that the epochs since it was settled have added.
CREATE FUNCTION balance_now(account_balance bigint, settled_epoch integer) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT div(account_balance * state.m, settled.m)::bigint
  FROM holders_state state, holders_epoch settled WHERE settled.epoch = settled_epoch
$$;

-- Pays members what the epochs since their last settlement have added. The caller holds the locks of
-- holders_state, of these accounts and of the holders' pool.
CREATE FUNCTION settle_accounts(ids bigint[]) RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  holders_pool CONSTANT bigint := 3;
  state holders_state;
  paid bigint;
BEGIN
  SELECT * INTO state FROM holders_state;
  WITH due AS MATERIALIZED (
    -- One look-up an account: a join scanned all of them once for each epoch.
    SELECT id, div(balance * state.m, (SELECT m FROM holders_epoch WHERE epoch = account.epoch))::bigint - balance
      AS amount
    FROM account WHERE id = ANY (ids) AND kind = 'member' AND epoch <> state.epoch
  ),
  settled AS (
    UPDATE account SET balance = balance + due.amount, epoch = state.epoch, version = version + 1
    FROM due WHERE account.id = due.id
  ),
  written AS (
    INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
    SELECT 'settlement:' || id || ':' || state.epoch, 'settlement', holders_pool, id, amount
    FROM due WHERE amount > 0 ORDER BY id
  )
  SELECT coalesce(sum(amount), 0) INTO paid FROM due;
  IF paid > 0 THEN
    UPDATE account SET balance = balance - paid, version = version + 1 WHERE id = holders_pool;
    UPDATE holders_state SET liability = liability - paid;
  END IF;
END $$;

-- Shares what the pool holds beyond its promises among the members by their balances, and answers the
-- new epoch. While members hold less than 1 LIKE together, or there is nothing to share, it answers null.
CREATE FUNCTION close_epoch() RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  holders_pool CONSTANT bigint := 3;
  one_like CONSTANT bigint := 1000000000;
  state holders_state;
  pool bigint;
  members_total numeric;
  shared bigint;
  new_m numeric;
BEGIN
  SELECT * INTO state FROM holders_state FOR UPDATE;
  PERFORM FROM account WHERE id < 1000 ORDER BY id FOR UPDATE;
  -- All accounts sum to nothing, so the members hold what the house's accounts lack.
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

-- Closes an epoch at the first call after each full period of the clock, whoever of the replicas calls.
CREATE FUNCTION close_epoch_when_due(period interval) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  period_start timestamptz := date_bin(period, now(), 'epoch');
BEGIN
  PERFORM FROM holders_state WHERE last_close_at < period_start FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  UPDATE holders_state SET last_close_at = now();
  RETURN close_epoch();
END $$;
