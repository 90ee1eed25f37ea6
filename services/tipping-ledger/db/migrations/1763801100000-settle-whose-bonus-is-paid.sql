-- A bonus that the treasury cannot pay moves nobody's money, so it settles nobody.

-- Pays owed bonuses, oldest members first, as far as the treasury reaches.
CREATE OR REPLACE FUNCTION pay_owed_bonuses(members bigint[]) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  treasury CONSTANT bigint := 2;
  bonus CONSTANT bigint := 100000000000;
  affordable integer;
  paid bigint[];
BEGIN
  PERFORM FROM holders_state FOR UPDATE;
  SELECT least(balance / bonus, 1000) INTO affordable FROM account WHERE id = treasury;
  WITH due AS (
    DELETE FROM owed_bonus WHERE member_id IN (
      SELECT member_id FROM owed_bonus WHERE member_id = ANY (members) ORDER BY member_id LIMIT affordable)
    RETURNING member_id
  )
  SELECT array_agg(member_id ORDER BY member_id) INTO paid FROM due;
  IF paid IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM settle_accounts(paid);
  INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
    SELECT 'bonus:' || id, 'bonus', treasury, id, bonus FROM unnest(paid) AS id;
  UPDATE account SET balance = balance + bonus, version = version + 1 WHERE id = ANY (paid);
  UPDATE account SET balance = balance - bonus * cardinality(paid), version = version + 1 WHERE id = treasury;
  RETURN cardinality(paid);
END $$;
