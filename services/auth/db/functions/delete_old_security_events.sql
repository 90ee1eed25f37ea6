-- Deletes some of the security events of more than 400 days ago: the one way in which any leave. It runs as the tables'
-- owner, since the service itself may delete none, and has no parameter that could reach younger ones.
CREATE OR REPLACE FUNCTION delete_old_security_events() RETURNS void
LANGUAGE sql SECURITY DEFINER
AS $$
  DELETE FROM security_event WHERE id = ANY (ARRAY(
    SELECT id FROM security_event WHERE at < now() - interval '400 days' ORDER BY at LIMIT 5000));
$$;

-- Nobody's temporary table takes the place of ours while the owner's rights are in force.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION delete_old_security_events() SET search_path = %I, pg_temp', current_schema());
END $$;
