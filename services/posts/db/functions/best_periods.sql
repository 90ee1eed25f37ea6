-- Returns the periods of Best with `left_by`: a post published by then has left the period for good at `moment`. At the
-- end of some months the start of a month's range moves back by a day at midnight, so the next three midnights are
-- considered too; the same holds for a year in leap years. In UTC the result is a minute earlier, for statements that
-- began before. In other time zones, where hours repeat, it is two days earlier.
CREATE OR REPLACE FUNCTION best_periods(moment timestamptz) RETURNS TABLE (period smallint, left_by timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT span.period,
    least(since - length, day + interval '1 day' - length, day + interval '2 days' - length, day + interval '3 days' - length)
      - CASE WHEN is_utc THEN interval '0' ELSE interval '1 day' END
  FROM (VALUES (1::smallint, interval '1 day'), (2, interval '7 days'), (3, interval '1 month'), (4, interval '1 year'))
      AS span (period, length),
    (SELECT current_setting('TimeZone') IN ('UTC', 'Etc/UTC', 'GMT', 'Etc/GMT') AS is_utc) AS zone,
    LATERAL (SELECT moment - CASE WHEN is_utc THEN interval '1 minute' ELSE interval '1 day' END AS since) AS began,
    LATERAL (SELECT date_trunc('day', since) AS day) AS begun
$$;
