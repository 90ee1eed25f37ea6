-- A post of another date may be in the shortest period again, from where it is moved on.
CREATE OR REPLACE FUNCTION restart_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.period := 1;
  RETURN NEW;
END $$;
