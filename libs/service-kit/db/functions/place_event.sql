-- Gives a row of the outbox its position when a relay marks it as published without one: that of the version before.
CREATE OR REPLACE FUNCTION place_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.position := coalesce(NEW.position, nextval('outbox_position'));
  RETURN NEW;
END $$;
