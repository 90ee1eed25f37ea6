-- Crediting what arrived on chain, once per signature, to its member or to `unclaimed`.

-- Answers 'credited', 'repeated' with the same owner and amount, 'signature-reused' with others, or
-- 'no-account'; and the balance of the owner after it. An owner of null is `unclaimed`.
CREATE FUNCTION credit_deposit(signature text, owner_id bigint, credited bigint)
RETURNS TABLE (outcome text, balance bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  chain CONSTANT bigint := 1;
  holders_pool CONSTANT bigint := 3;
  unclaimed CONSTANT bigint := 5;
  receiver bigint := coalesce(owner_id, unclaimed);
  earlier movement;
  said text := 'credited';
BEGIN
  PERFORM FROM holders_state FOR UPDATE;
  PERFORM FROM account WHERE id IN (chain, holders_pool, receiver) ORDER BY id FOR UPDATE;
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
