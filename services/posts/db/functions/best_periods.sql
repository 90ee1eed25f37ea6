-- The periods of Best, and by when a post was published that has left each for good at `moment`. What is within a month begins a
-- day earlier again at midnight at some ends of months, so the next three midnights count, too; likewise a year in leap years. It
-- is a minute earlier for statements that began before, and two days elsewhere than in UTC, where hours come twice.
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
