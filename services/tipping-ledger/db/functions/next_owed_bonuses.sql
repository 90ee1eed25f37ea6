-- Returns the next members after this one to whom a bonus is owed, oldest first: as many as are paid at once.
CREATE OR REPLACE FUNCTION next_owed_bonuses(after bigint) RETURNS bigint[]
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
BEGIN
  RETURN ARRAY(SELECT member_id FROM owed_bonus WHERE member_id > after ORDER BY member_id LIMIT 25);
END $$;
