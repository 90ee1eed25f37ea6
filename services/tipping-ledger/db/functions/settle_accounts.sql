-- Settles members' accounts of an earlier epoch: pays each what epochs have added since, out of the holders' pool. The
-- caller holds the lock.
CREATE OR REPLACE FUNCTION settle_accounts(ids bigint[]) RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  holders_pool CONSTANT bigint := 3;
  state holders_state;
  paid bigint;
BEGIN
  SELECT * INTO state FROM holders_state;
  WITH settlement AS MATERIALIZED (
    -- One look-up per account: a join scanned all accounts once for each epoch.
    SELECT ctid, id, last_settlement_seq, accrued, CASE WHEN accrued > 0 THEN nextval('journal_seq') END AS seq
    FROM (
      SELECT ctid, id, last_settlement_seq,
             div(balance * state.m, (SELECT m FROM holders_epoch WHERE epoch = account.epoch))::bigint - balance AS accrued
      FROM account WHERE id = ANY (ids) AND kind = 'member' AND epoch <> state.epoch ORDER BY id
    ) AS stale_account
  ),
  updated_account AS (
    UPDATE account SET balance = balance + settlement.accrued, epoch = state.epoch, version = version + 1,
      last_settlement_seq = coalesce(settlement.seq, account.last_settlement_seq)
    FROM settlement WHERE account.ctid = settlement.ctid
    RETURNING account.id
  ),
  inserted_settlements AS (
    INSERT INTO movement (seq, kind, from_id, to_id, amount, prev_settlement_seq)
    SELECT seq, 'settlement', holders_pool, id, accrued, last_settlement_seq FROM settlement WHERE accrued > 0
  )
  SELECT coalesce(sum_nano(accrued), 0) INTO paid FROM settlement
    HAVING count(*) = (SELECT count(*) FROM updated_account)
      OR raise_error('an account was written without the lock of holders_state');
  IF paid > 0 THEN
    UPDATE account SET balance = balance - paid, version = version + 1 WHERE id = holders_pool;
    UPDATE holders_state SET liability = liability - paid;
  END IF;
END $$;
