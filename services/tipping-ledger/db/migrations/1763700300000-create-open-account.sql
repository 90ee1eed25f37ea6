-- Opening an account with its bonus, and paying the bonuses that an empty treasury left owed.

-- Pays owed bonuses, oldest members first, as far as the treasury reaches.
CREATE FUNCTION pay_owed_bonuses(members bigint[]) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  treasury CONSTANT bigint := 2;
  holders_pool CONSTANT bigint := 3;
  bonus CONSTANT bigint := 100000000000;
  affordable integer;
  paid bigint[];
BEGIN
  PERFORM FROM holders_state FOR UPDATE;
  PERFORM FROM account WHERE id = ANY (members || treasury || holders_pool) ORDER BY id FOR UPDATE;
  PERFORM settle_accounts(members);
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
  INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
    SELECT 'bonus:' || id, 'bonus', treasury, id, bonus FROM unnest(paid) AS id;
  UPDATE account SET balance = balance + bonus, version = version + 1 WHERE id = ANY (paid);
  UPDATE account SET balance = balance - bonus * cardinality(paid), version = version + 1 WHERE id = treasury;
  RETURN cardinality(paid);
END $$;

-- Opens a member's account at the current epoch, once, and pays the bonus or leaves it owed.
-- The referrer is fixed here, even when the news of the referrer's own account is still on its way.
CREATE FUNCTION open_account(member bigint, referrer bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  current_epoch integer;
BEGIN
  SELECT epoch INTO current_epoch FROM holders_state FOR UPDATE;
  INSERT INTO account (id, kind, referrer_id, epoch)
    VALUES (member, 'member', referrer, current_epoch)
    ON CONFLICT (id) DO NOTHING;
  IF FOUND THEN
    INSERT INTO owed_bonus VALUES (member);
    PERFORM pay_owed_bonuses(ARRAY[member]);
  END IF;
  RETURN (SELECT balance_now(balance, epoch) FROM account WHERE id = member);
END $$;
