-- Prints, in the database that a restore replaces, what keeps the restored one from giving the same numbers once more:
-- of members, posts and all else by identity columns. psql -At -f given-numbers.sql, as an administrator. It changes
-- nothing where the restored one has no such table yet, or where it has run already, and is an error in a database that
-- has none of them, such as another schema's.
WITH given AS (
  SELECT name, pg_sequence_last_value(name::regclass) AS last
  FROM information_schema.columns, pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) AS name
  WHERE is_identity = 'YES' AND pg_sequence_last_value(name::regclass) IS NOT NULL)
SELECT format('SELECT setval(to_regclass(%1$L), greatest(%2$s, pg_sequence_last_value(to_regclass(%1$L))));', name, last)
FROM given
UNION ALL
SELECT format('DO $$BEGIN ASSERT coalesce(%s) IS NOT NULL, ''these numbers are of another database''; END$$;',
  string_agg(format('to_regclass(%L)', name), ', '))
FROM given HAVING count(*) > 0;
