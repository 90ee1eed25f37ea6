-- Fails the statement that evaluates it, as an assertion inside a query; returns nothing.
CREATE OR REPLACE FUNCTION raise_error(message text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '%', message;
END $$;
