-- Gives a row of the outbox its position when a relay marks it as published.
CREATE OR REPLACE FUNCTION place_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.position := nextval('outbox_position');
  RETURN NEW;
END $$;
