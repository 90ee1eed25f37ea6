-- Returns the rest of a balance after a tip, or the balance itself when it does not cover the tip.
CREATE OR REPLACE FUNCTION spend_if_covered(remaining bigint, balance bigint, amount bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN coalesce(remaining, balance) >= amount
    THEN coalesce(remaining, balance) - amount ELSE coalesce(remaining, balance) END
$$;
