-- Pays owed bonuses, oldest members first, as far as the treasury covers them and at most 25 at once. A caller with
-- more to pay releases the lock in between. While tips are paused it pays none.
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
  IF (SELECT is_paused FROM tip_switch) THEN
    RETURN 0;
  END IF;
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
