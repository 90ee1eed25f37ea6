-- Closes an epoch at the first call after each full period of the clock, on whichever replica it comes; while tips are
-- paused, at the first one after that. All other calls take no lock. A small step of the clock back closes no period
-- twice; a last close that lies more than a period in the future, stored while the clock was wrong, does not count.
CREATE OR REPLACE FUNCTION close_epoch_when_due(period interval) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  period_start CONSTANT timestamptz := date_bin(period, now(), 'epoch');
  latest CONSTANT timestamptz := now() + period;
  state holders_state;
BEGIN
  IF EXISTS (SELECT FROM holders_state WHERE last_close_at BETWEEN period_start AND latest)
     OR (SELECT is_paused FROM tip_switch) THEN
    RETURN NULL;
  END IF;
  state := lock_ledger();
  IF state.last_close_at BETWEEN period_start AND latest OR (SELECT is_paused FROM tip_switch) THEN
    RETURN NULL;
  END IF;
  UPDATE holders_state SET last_close_at = now();
  RETURN close_epoch();
END $$;
