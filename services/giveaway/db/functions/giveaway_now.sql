-- The one clock of all replicas; tests put one of their own in its place.
CREATE OR REPLACE FUNCTION giveaway_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT clock_timestamp()';
