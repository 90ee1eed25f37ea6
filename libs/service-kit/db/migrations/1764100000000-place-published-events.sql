-- What consumers find gaps by, whatever the stream forgets. A row gets its position when a relay marks it as published,
-- and relays work one after the other, so positions become visible in their order. A trigger gives it, so that the
-- version before, which knows nothing of it, does as well. Rows that were published before have none.

CREATE SEQUENCE outbox_position;
ALTER TABLE outbox ADD position bigint;
CREATE FUNCTION place_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.position := nextval('outbox_position');
  RETURN NEW;
END $$;
CREATE TRIGGER place_event BEFORE UPDATE OF published_at ON outbox FOR EACH ROW
  WHEN (OLD.published_at IS NULL AND NEW.published_at IS NOT NULL) EXECUTE FUNCTION place_event();

-- How far a consumer has looked for gaps among the events of its publisher; one replica at a time does.
CREATE TABLE inbox_cursor (
  consumer text PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0,
  claimed_at timestamptz NOT NULL DEFAULT now(),
  looked_at timestamptz NOT NULL DEFAULT now()
);

-- Events whose handling failed last. Without a retry_at it is set aside until somebody has it tried again.
CREATE TABLE inbox_failed (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  payload text NOT NULL,
  attempts integer NOT NULL,
  error text NOT NULL,
  failed_since timestamptz NOT NULL DEFAULT now(),
  retry_at timestamptz,
  PRIMARY KEY (consumer, event_id)
);

-- Old rows go all the time; by default their space would wait until a fifth of the table is such space.
ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE inbox SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
