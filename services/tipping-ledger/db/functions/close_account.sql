-- Closes the account of a member who left, once and for good: what it holds, with all that has accrued, goes to the
-- treasury, no bonus is owed to it any more, and it forgets by whose link its member came. Tips from it or to it were
-- settled before or are rejected after, since all of them take the lock. A member without an account gets one that is
-- closed, so that a late event opens none. What is recorded of them as a newcomer stays for its 90 days (ADR 0154).
-- Returns what was forfeited; a repeated call returns the same.
CREATE OR REPLACE FUNCTION close_account(member bigint) RETURNS bigint
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  treasury CONSTANT bigint := 2;
  state holders_state := lock_ledger();
  forfeited bigint := 0;
BEGIN
  INSERT INTO account (id, kind, epoch, closed_at) VALUES (member, 'member', state.epoch, now())
    ON CONFLICT (id) DO NOTHING;
  IF FOUND THEN
    RETURN 0;
  END IF;
  IF EXISTS (SELECT FROM account WHERE id = member AND closed_at IS NOT NULL) THEN
    RETURN coalesce((SELECT amount FROM movement WHERE idem_key = 'forfeit:' || member), 0);
  END IF;
  -- Held bonuses become owed without the lock: deleting in this order misses none.
  DELETE FROM held_bonus WHERE member_id = member;
  DELETE FROM owed_bonus WHERE member_id = member;
  PERFORM settle_accounts(ARRAY[member]);
  SELECT balance INTO forfeited FROM account WHERE id = member;
  IF forfeited > 0 THEN
    INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
      VALUES ('forfeit:' || member, 'forfeit', member, treasury, forfeited);
    UPDATE account SET balance = balance + forfeited, version = version + 1 WHERE id = treasury;
  END IF;
  UPDATE account SET balance = 0, referrer_id = NULL, closed_at = now(), version = version + 1 WHERE id = member;
  RETURN forfeited;
END $$;
