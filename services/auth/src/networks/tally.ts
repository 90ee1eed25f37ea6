/**
 * Part of a statement that counts one use of key `$1`, without a limit, in a fixed window of `$2` ms.
 * `current` is the count so far.
 */
export const TALLY = `INSERT INTO use_count AS c (key, window_number, current, previous, expires_at)
  SELECT $1, number, 1, 0, to_timestamp((number + 1) * $2::bigint / 1000.0)
  FROM (SELECT floor(date_part('epoch', clock_timestamp()) * 1000)::bigint / $2::bigint AS number) AS clock
  ON CONFLICT (key) DO UPDATE SET
    window_number = excluded.window_number,
    current = 1 + CASE WHEN c.window_number = excluded.window_number THEN c.current ELSE 0 END,
    expires_at = excluded.expires_at
  RETURNING current`;
