-- Deletes a batch of the security events that are more than 400 days old, and returns their number; nothing else deletes
-- any. It runs with the rights of the tables' owner, because the service itself may not delete events, and has no
-- parameter that could select younger ones.
CREATE OR REPLACE FUNCTION delete_old_security_events() RETURNS integer
LANGUAGE sql SECURITY DEFINER
AS $$
  WITH deleted AS (
    DELETE FROM security_event WHERE id = ANY (ARRAY(
      SELECT id FROM security_event WHERE at < now() - interval '400 days' ORDER BY at LIMIT 5000))
    RETURNING 1)
  SELECT count(*)::integer FROM deleted;
$$;

-- The search path keeps temporary tables from replacing ours while the owner's rights are in force.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION delete_old_security_events() SET search_path = %I, pg_temp', current_schema());
END $$;
