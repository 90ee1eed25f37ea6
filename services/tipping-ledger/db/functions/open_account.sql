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
