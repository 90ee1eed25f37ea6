-- Brings more LIKE of the platform's own onto it, into the treasury; called by operators (monitoring/runbook.md).
-- A reference counts once: the same one again is rejected. Returns what the treasury holds then. Amounts are nano-LIKE.
CREATE OR REPLACE FUNCTION refill_treasury(reference text, added bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  chain CONSTANT bigint := 1;
  treasury CONSTANT bigint := 2;
BEGIN
  PERFORM lock_ledger();
  INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
    VALUES ('supply:treasury:' || reference, 'supply', chain, treasury, added);
  UPDATE account SET balance = balance - added, version = version + 1 WHERE id = chain;
  UPDATE account SET balance = balance + added, version = version + 1 WHERE id = treasury;
  RETURN (SELECT balance FROM account WHERE id = treasury);
END $$;
