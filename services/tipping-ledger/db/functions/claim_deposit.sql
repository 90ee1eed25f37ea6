-- Returns the outcome and the member's balance after it. The outcome is 'claimed', 'repeated' by the same member,
-- 'signature-reused' by another one, 'not-unclaimed', 'member-left' when their account is closed, so that they never
-- get it, or 'no-account'.
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
  result text := 'claimed';
BEGIN
  PERFORM lock_ledger();
  SELECT * INTO earlier FROM movement WHERE idem_key = 'claim:' || signature;
  IF FOUND THEN
    result := CASE WHEN earlier.to_id = claimant THEN 'repeated' ELSE 'signature-reused' END;
  ELSE
    SELECT * INTO deposit FROM movement WHERE idem_key = 'deposit:' || signature;
    IF deposit.to_id IS DISTINCT FROM unclaimed THEN
      result := 'not-unclaimed';
    ELSIF EXISTS (SELECT FROM account WHERE id = claimant AND closed_at IS NOT NULL) THEN
      result := 'member-left';
    ELSIF NOT EXISTS (SELECT FROM account WHERE id = claimant AND kind = 'member') THEN
      result := 'no-account';
    ELSE
      PERFORM settle_accounts(ARRAY[claimant]);
      INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
        VALUES ('claim:' || signature, 'claim', unclaimed, claimant, deposit.amount);
      UPDATE account SET balance = account.balance - deposit.amount, version = version + 1 WHERE id = unclaimed;
      UPDATE account SET balance = account.balance + deposit.amount, version = version + 1 WHERE id = claimant;
    END IF;
  END IF;
  RETURN QUERY SELECT result, (SELECT balance_now(a.balance, a.epoch) FROM account a WHERE a.id = claimant);
END $$;
