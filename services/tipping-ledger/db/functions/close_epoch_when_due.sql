-- Closes an epoch at the first call after each full period of the clock, whoever of the replicas calls. The others,
-- and all calls before, take no lock.
CREATE OR REPLACE FUNCTION close_epoch_when_due(period interval) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  period_start timestamptz := date_bin(period, now(), 'epoch');
  state holders_state;
BEGIN
  IF EXISTS (SELECT FROM holders_state WHERE last_close_at >= period_start) THEN
    RETURN NULL;
  END IF;
  state := lock_ledger();
  IF state.last_close_at >= period_start THEN
    RETURN NULL;
  END IF;
  UPDATE holders_state SET last_close_at = now();
  RETURN close_epoch();
END $$;
