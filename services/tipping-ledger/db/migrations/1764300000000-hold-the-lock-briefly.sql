-- The one lock of all that moves money is taken in one place, which tells how long it was waited for, and what is done
-- under it is small whatever the tables hold: plans are made once, look up what they touch by its key, and stay good
-- however little there was when they were made. Under that lock no account needs one of its own.

-- How long this transaction has waited for the lock; null when it did not take it.
CREATE FUNCTION lock_waited_ms() RETURNS double precision LANGUAGE sql VOLATILE AS $$
  SELECT nullif(current_setting('tipping_ledger.lock_waited_ms', true), '')::double precision
$$;

-- Takes the lock until the transaction ends. Whoever then says nothing for a second, in the middle of a transaction
-- of several statements, loses connection and lock: all tips of the site wait for it.
CREATE FUNCTION lock_ledger() RETURNS holders_state
LANGUAGE plpgsql AS $$
DECLARE
  begun CONSTANT timestamptz := clock_timestamp();
  earlier CONSTANT double precision := coalesce(lock_waited_ms(), 0);
  state holders_state;
  noted text;
BEGIN
  SELECT * INTO state FROM holders_state FOR UPDATE;
  noted := set_config('tipping_ledger.lock_waited_ms',
    (earlier + 1000 * date_part('epoch', clock_timestamp() - begun))::text, true);
  noted := set_config('idle_in_transaction_session_timeout', '1000', true);
  RETURN state;
END $$;

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
  WITH due AS MATERIALIZED (
    -- One look-up an account: a join scanned all of them once for each epoch.
    SELECT place, id, last_settlement_seq, amount, CASE WHEN amount > 0 THEN nextval('journal_seq') END AS seq
    FROM (
      SELECT ctid AS place, id, last_settlement_seq,
             div(balance * state.m, (SELECT m FROM holders_epoch WHERE epoch = account.epoch))::bigint - balance AS amount
      FROM account WHERE id = ANY (ids) AND kind = 'member' AND epoch <> state.epoch ORDER BY id
    ) AS stale
  ),
  settled AS (
    UPDATE account SET balance = balance + due.amount, epoch = state.epoch, version = version + 1,
      last_settlement_seq = coalesce(due.seq, account.last_settlement_seq)
    FROM due WHERE account.ctid = due.place
    RETURNING account.id
  ),
  written AS (
    INSERT INTO movement (seq, kind, from_id, to_id, amount, prev_settlement_seq)
    SELECT seq, 'settlement', holders_pool, id, amount, last_settlement_seq FROM due WHERE amount > 0
  )
  SELECT coalesce(sum_nano(amount), 0) INTO paid FROM due
    HAVING count(*) = (SELECT count(*) FROM settled)
      OR refuse('an account was written without the lock of holders_state');
  IF paid > 0 THEN
    UPDATE account SET balance = balance - paid, version = version + 1 WHERE id = holders_pool;
    UPDATE holders_state SET liability = liability - paid;
  END IF;
END $$;

-- The next members after this one to whom a bonus is owed, oldest first, as many as are paid at once.
CREATE FUNCTION next_owed_bonuses(after bigint) RETURNS bigint[]
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
BEGIN
  RETURN ARRAY(SELECT member_id FROM owed_bonus WHERE member_id > after ORDER BY member_id LIMIT 25);
END $$;

-- Pays owed bonuses, oldest members first, as far as the treasury reaches and at most 25 at once: whoever has more
-- to pay lets others have the lock in between.
CREATE OR REPLACE FUNCTION pay_owed_bonuses(members bigint[]) RETURNS integer
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_mergejoin = off SET jit = off
AS $$
DECLARE
  treasury CONSTANT bigint := 2;
  bonus CONSTANT bigint := 100000000000;
  most CONSTANT integer := 25;
  affordable integer;
  paid bigint[];
BEGIN
  PERFORM lock_ledger();
  SELECT least(balance / bonus, most) INTO affordable FROM account WHERE id = treasury;
  paid := ARRAY(SELECT member_id FROM owed_bonus WHERE member_id = ANY (members) ORDER BY member_id LIMIT affordable);
  IF paid = '{}' THEN
    RETURN 0;
  END IF;
  DELETE FROM owed_bonus WHERE member_id = ANY (paid);
  PERFORM settle_accounts(paid);
  INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
    SELECT 'bonus:' || id, 'bonus', treasury, id, bonus FROM unnest(paid) AS id;
  UPDATE account SET balance = balance + bonus, version = version + 1 WHERE id = ANY (paid);
  UPDATE account SET balance = balance - bonus * cardinality(paid), version = version + 1 WHERE id = treasury;
  RETURN cardinality(paid);
END $$;

-- Opens a member's account at the current epoch, once, and pays the bonus or leaves it owed. One that is open
-- already is answered without the lock.
-- The referrer is fixed here, even when the news of the referrer's own account is still on its way.
CREATE OR REPLACE FUNCTION open_account(member bigint, referrer bigint) RETURNS bigint
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  state holders_state;
BEGIN
  IF NOT EXISTS (SELECT FROM account WHERE id = member) THEN
    state := lock_ledger();
    INSERT INTO account (id, kind, referrer_id, epoch) VALUES (member, 'member', referrer, state.epoch)
      ON CONFLICT (id) DO NOTHING;
    IF FOUND THEN
      INSERT INTO owed_bonus VALUES (member);
      PERFORM pay_owed_bonuses(ARRAY[member]);
    END IF;
  END IF;
  RETURN (SELECT balance_now(balance, epoch) FROM account WHERE id = member);
END $$;

-- Answers 'credited', 'repeated' with the same owner and amount, 'signature-reused' with others, or
-- 'no-account'; and the balance of the owner after it. An owner of null is `unclaimed`.
CREATE OR REPLACE FUNCTION credit_deposit(signature text, owner_id bigint, credited bigint)
RETURNS TABLE (outcome text, balance bigint)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  chain CONSTANT bigint := 1;
  unclaimed CONSTANT bigint := 5;
  receiver bigint := coalesce(owner_id, unclaimed);
  earlier movement;
  said text := 'credited';
BEGIN
  PERFORM lock_ledger();
  SELECT * INTO earlier FROM movement WHERE idem_key = 'deposit:' || signature;
  IF FOUND THEN
    said := CASE WHEN earlier.to_id = receiver AND earlier.amount = credited
      THEN 'repeated' ELSE 'signature-reused' END;
  ELSIF NOT EXISTS (SELECT FROM account WHERE id = receiver) THEN
    said := 'no-account';
  ELSE
    PERFORM settle_accounts(ARRAY[receiver]);
    INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
      VALUES ('deposit:' || signature, 'deposit', chain, receiver, credited);
    UPDATE account SET balance = account.balance - credited, version = version + 1 WHERE id = chain;
    UPDATE account SET balance = account.balance + credited, version = version + 1 WHERE id = receiver;
  END IF;
  -- Epochs pay members alone.
  RETURN QUERY SELECT said, (SELECT CASE a.kind WHEN 'member' THEN balance_now(a.balance, a.epoch) ELSE a.balance END
    FROM account a WHERE a.id = receiver);
END $$;

-- Answers 'claimed', 'repeated' by the same member, 'signature-reused' by another one, 'not-unclaimed' or
-- 'no-account'; and the balance of the member after it.
CREATE OR REPLACE FUNCTION claim_deposit(signature text, claimant bigint)
RETURNS TABLE (outcome text, balance bigint)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  unclaimed CONSTANT bigint := 5;
  deposit movement;
  earlier movement;
  said text := 'claimed';
BEGIN
  PERFORM lock_ledger();
  SELECT * INTO earlier FROM movement WHERE idem_key = 'claim:' || signature;
  IF FOUND THEN
    said := CASE WHEN earlier.to_id = claimant THEN 'repeated' ELSE 'signature-reused' END;
  ELSE
    SELECT * INTO deposit FROM movement WHERE idem_key = 'deposit:' || signature;
    IF deposit.to_id IS DISTINCT FROM unclaimed THEN
      said := 'not-unclaimed';
    ELSIF NOT EXISTS (SELECT FROM account WHERE id = claimant AND kind = 'member') THEN
      said := 'no-account';
    ELSE
      PERFORM settle_accounts(ARRAY[claimant]);
      INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
        VALUES ('claim:' || signature, 'claim', unclaimed, claimant, deposit.amount);
      UPDATE account SET balance = account.balance - deposit.amount, version = version + 1 WHERE id = unclaimed;
      UPDATE account SET balance = account.balance + deposit.amount, version = version + 1 WHERE id = claimant;
    END IF;
  END IF;
  RETURN QUERY SELECT said, (SELECT balance_now(a.balance, a.epoch) FROM account a WHERE a.id = claimant);
END $$;

-- Shares what the pool holds beyond its promises among the members by their balances, and answers the
-- new epoch. While members hold less than 1 LIKE together, or there is nothing to share, it answers null.
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

-- Closes an epoch at the first call after each full period of the clock, whoever of the replicas calls. The others,
-- and all calls before, take no lock.
CREATE OR REPLACE FUNCTION close_epoch_when_due(period interval) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  period_start timestamptz := date_bin(period, now(), 'epoch');
  state holders_state;
BEGIN
  IF EXISTS (SELECT FROM holders_state WHERE last_close_at >= period_start) THEN
    RETURN NULL;
  END IF;
  state := lock_ledger();
  IF state.last_close_at >= period_start THEN
    RETURN NULL;
  END IF;
  UPDATE holders_state SET last_close_at = now();
  RETURN close_epoch();
END $$;
