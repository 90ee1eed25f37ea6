-- Returns the outcome, the balance of the account that the deposit went to, and whether that account is `unclaimed`,
-- even if the deposit has been claimed since. The outcome is 'credited', 'repeated' with the same owner and amount,
-- 'signature-reused' with others, or 'no-account'. The deposit goes to `unclaimed` when the owner is null or their
-- account is closed: whoever holds the sending wallet's keys may claim it.
CREATE OR REPLACE FUNCTION credit_deposit(signature text, owner_id bigint, credited bigint)
RETURNS TABLE (outcome text, balance bigint, is_unclaimed boolean)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  chain CONSTANT bigint := 1;
  unclaimed CONSTANT bigint := 5;
  receiver bigint := coalesce(owner_id, unclaimed);
  earlier movement;
  result text := 'credited';
BEGIN
  PERFORM lock_ledger();
  IF EXISTS (SELECT FROM account WHERE id = owner_id AND closed_at IS NOT NULL) THEN
    receiver := unclaimed;
  END IF;
  SELECT * INTO earlier FROM movement WHERE idem_key = 'deposit:' || signature;
  IF FOUND THEN
    result := CASE WHEN earlier.to_id IN (receiver, owner_id) AND earlier.amount = credited
      THEN 'repeated' ELSE 'signature-reused' END;
    receiver := earlier.to_id;
  ELSIF NOT EXISTS (SELECT FROM account WHERE id = receiver) THEN
    result := 'no-account';
  ELSE
    PERFORM settle_accounts(ARRAY[receiver]);
    INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
      VALUES ('deposit:' || signature, 'deposit', chain, receiver, credited);
    UPDATE account SET balance = account.balance - credited, version = version + 1 WHERE id = chain;
    UPDATE account SET balance = account.balance + credited, version = version + 1 WHERE id = receiver;
  END IF;
  -- Only members' balances accrue shares of epochs.
  RETURN QUERY SELECT result, (SELECT CASE a.kind WHEN 'member' THEN balance_now(a.balance, a.epoch) ELSE a.balance END
    FROM account a WHERE a.id = receiver), receiver = unclaimed;
END $$;
