-- A post with a changed date may belong to the shortest period again; the job moves it on from there.
CREATE OR REPLACE FUNCTION restart_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.period := 1;
  RETURN NEW;
END $$;
