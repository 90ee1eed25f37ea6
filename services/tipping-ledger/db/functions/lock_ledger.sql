-- Takes the lock until the transaction ends. A client that sends nothing for a second, in the middle of a transaction
-- of several statements, loses its connection and the lock: all tips of the site wait for it.
CREATE OR REPLACE FUNCTION lock_ledger() RETURNS holders_state
LANGUAGE plpgsql AS $$
DECLARE
  begun CONSTANT timestamptz := clock_timestamp();
  earlier CONSTANT double precision := coalesce(lock_waited_ms(), 0);
  state holders_state;
  ignored text;
BEGIN
  SELECT * INTO state FROM holders_state FOR UPDATE;
  ignored := set_config('tipping_ledger.lock_waited_ms',
    (earlier + 1000 * date_part('epoch', clock_timestamp() - begun))::text, true);
  ignored := set_config('idle_in_transaction_session_timeout', '1000', true);
  RETURN state;
END $$;
