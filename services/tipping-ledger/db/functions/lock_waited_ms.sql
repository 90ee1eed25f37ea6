-- Returns how long this transaction has waited for the lock; null when it did not take it.
CREATE OR REPLACE FUNCTION lock_waited_ms() RETURNS double precision LANGUAGE sql VOLATILE AS $$
  SELECT nullif(current_setting('tipping_ledger.lock_waited_ms', true), '')::double precision
$$;
