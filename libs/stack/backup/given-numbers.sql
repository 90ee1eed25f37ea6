-- Prints, in the database that a restore replaces, what keeps the restored one from giving the same numbers once more:
-- of members, posts and all else by identity columns. psql -At -f given-numbers.sql, as an administrator. It changes
-- nothing where the restored one has no such table yet, or where it has run already.
SELECT format('SELECT setval(to_regclass(%1$L), greatest(%2$s, pg_sequence_last_value(to_regclass(%1$L))));',
  name, pg_sequence_last_value(name::regclass))
FROM information_schema.columns, pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) AS name
WHERE is_identity = 'YES' AND pg_sequence_last_value(name::regclass) IS NOT NULL;
