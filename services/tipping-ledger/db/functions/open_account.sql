-- Opens a member's account at the current epoch, once, and pays the bonus, leaves it owed, or holds it back until the
-- day whose budgets cover it; without `in_all` there are no budgets. For an account that is already open it returns
-- without the lock. The referrer is fixed here, even when the event of the referrer's own account has not arrived yet.
-- The referrer of a new member is recorded for operators, with the widest network that is known of them.
CREATE OR REPLACE FUNCTION open_account(
  member bigint, referrer bigint, network text DEFAULT NULL, per_network integer DEFAULT NULL,
  in_all integer DEFAULT NULL, site text DEFAULT NULL, per_site bigint DEFAULT NULL
) RETURNS bigint
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
DECLARE
  today CONSTANT date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  state holders_state;
  due date;
BEGIN
  IF NOT EXISTS (SELECT FROM account WHERE id = member) THEN
    state := lock_ledger();
    INSERT INTO account (id, kind, referrer_id, epoch) VALUES (member, 'member', referrer, state.epoch)
      ON CONFLICT (id) DO NOTHING;
    IF FOUND THEN
      IF referrer IS NOT NULL AND network IS NOT NULL THEN
        INSERT INTO newcomer (member_id, referrer_id, network) VALUES (member, referrer, coalesce(site, network));
      END IF;
      due := CASE WHEN in_all IS NOT NULL THEN plan_bonus(network, per_network, in_all, site, per_site) END;
      IF due > today THEN
        INSERT INTO held_bonus VALUES (member, due);
      ELSE
        INSERT INTO owed_bonus VALUES (member);
        PERFORM pay_owed_bonuses(ARRAY[member]);
      END IF;
    END IF;
  END IF;
  RETURN (SELECT balance_now(balance, epoch) FROM account WHERE id = member);
END $$;
