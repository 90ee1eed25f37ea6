-- Prints, in the database that a restore replaces, what keeps the restored one from giving the same numbers once more:
-- of members, posts and all else by identity columns. psql -At -f given-numbers.sql, as an administrator. It changes
-- nothing where the restored one has no such table yet, or where it has run already, and is an error in another server's
-- database, as that of a schema on a Postgres of its own: a restored one has the identifier of the one that it replaces.
SELECT format('DO $$BEGIN ASSERT (SELECT system_identifier = %s FROM pg_control_system()), '
  '''these numbers are of another database''; END$$;', system_identifier)
FROM pg_control_system();
SELECT format('SELECT setval(to_regclass(%1$L), greatest(%2$s, pg_sequence_last_value(to_regclass(%1$L))));', name,
  pg_sequence_last_value(name::regclass))
FROM information_schema.columns, pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) AS name
WHERE is_identity = 'YES' AND pg_sequence_last_value(name::regclass) IS NOT NULL;
