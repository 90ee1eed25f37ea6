-- Empties a batch of moderators' notes that are more than 400 days old or about an author who has left for good, and returns
-- their number; nothing else changes a decision. It runs with the rights of the tables' owner, because the service itself may
-- not change decisions. Who has left is what the service itself wrote into `author`, which has no other source.
CREATE OR REPLACE FUNCTION erase_old_notes() RETURNS integer
LANGUAGE sql SECURITY DEFINER
AS $$
  WITH erased AS (
    UPDATE moderation_decision SET note = NULL WHERE id = ANY (ARRAY(
      SELECT d.id FROM moderation_decision d WHERE d.note IS NOT NULL AND (d.decided_at < now() - interval '400 days'
        OR EXISTS (SELECT FROM author a WHERE a.id = d.author_id AND a.deleted_at IS NOT NULL))
      LIMIT 5000 FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer FROM erased;
$$;

-- The search path keeps temporary tables from replacing ours while the owner's rights are in force.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION erase_old_notes() SET search_path = %I, pg_temp', current_schema());
END $$;
