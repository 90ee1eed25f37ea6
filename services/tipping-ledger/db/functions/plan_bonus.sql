-- Returns the day (UTC) on which one more bonus falls due, and counts it for that day: today while the budgets of its
-- network, of the site around that and of all networks together allow it, otherwise the next day on which all do. Half
-- of each coming day's budget of all is reserved for members who will register on it. Only the holder of the lock may
-- plan. Without a network only the budget of all networks counts.
CREATE OR REPLACE FUNCTION plan_bonus(
  from_network text, per_network integer, in_all integer, from_site text, per_site bigint
) RETURNS date
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
DECLARE
  everybody CONSTANT text := '';
  today CONSTANT date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  due date := today;
BEGIN
  IF from_network IS NOT NULL THEN
    SELECT day + CASE WHEN bonuses < per_network THEN 0 ELSE 1 END INTO due
      FROM bonus_day WHERE network = from_network AND day >= today ORDER BY day DESC LIMIT 1;
    due := coalesce(due, today);
  END IF;
  -- After the last day that is full for the site, not after its last place: another of its networks may wait for days
  -- that have room.
  due := greatest(due, (
    SELECT day + 1 FROM bonus_day WHERE network = from_site AND day >= today AND bonuses >= per_site
    ORDER BY day DESC LIMIT 1));
  WHILE EXISTS (SELECT FROM bonus_day WHERE network = everybody AND day = due
      AND bonuses >= CASE WHEN due = today THEN in_all ELSE greatest(1, in_all / 2) END) LOOP
    due := due + 1;
  END LOOP;
  INSERT INTO bonus_day AS counted (network, day, bonuses)
    SELECT each, due, 1 FROM unnest(ARRAY[everybody, from_network, from_site]) AS each WHERE each IS NOT NULL
    ON CONFLICT (network, day) DO UPDATE SET bonuses = counted.bonuses + 1;
  RETURN due;
END $$;
