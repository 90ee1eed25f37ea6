-- Moving a deposit that nobody owned to the member who proved that it is hers, once.

-- Answers 'claimed', 'repeated' by the same member, 'signature-reused' by another one, 'not-unclaimed' or
-- 'no-account'; and the balance of the member after it.
CREATE FUNCTION claim_deposit(signature text, claimant bigint)
RETURNS TABLE (outcome text, balance bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  holders_pool CONSTANT bigint := 3;
  unclaimed CONSTANT bigint := 5;
  deposited bigint;
  earlier movement;
  said text := 'claimed';
BEGIN
  PERFORM FROM holders_state FOR UPDATE;
  PERFORM FROM account WHERE id IN (holders_pool, unclaimed, claimant) ORDER BY id FOR UPDATE;
  SELECT * INTO earlier FROM movement WHERE idem_key = 'claim:' || signature;
  IF FOUND THEN
    said := CASE WHEN earlier.to_id = claimant THEN 'repeated' ELSE 'signature-reused' END;
  ELSE
    SELECT amount INTO deposited FROM movement
      WHERE idem_key = 'deposit:' || signature AND to_id = unclaimed;
    IF deposited IS NULL THEN
      said := 'not-unclaimed';
    ELSIF NOT EXISTS (SELECT FROM account WHERE id = claimant AND kind = 'member') THEN
      said := 'no-account';
    ELSE
      PERFORM settle_accounts(ARRAY[claimant]);
      INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
        VALUES ('claim:' || signature, 'claim', unclaimed, claimant, deposited);
      UPDATE account SET balance = account.balance - deposited, version = version + 1 WHERE id = unclaimed;
      UPDATE account SET balance = account.balance + deposited, version = version + 1 WHERE id = claimant;
    END IF;
  END IF;
  RETURN QUERY SELECT said, (SELECT balance_now(a.balance, a.epoch) FROM account a WHERE a.id = claimant);
END $$;
