-- The one clock of all replicas; tests replace it with their own.
CREATE OR REPLACE FUNCTION giveaway_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT clock_timestamp()';
