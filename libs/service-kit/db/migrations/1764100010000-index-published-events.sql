-- Consumers ask for events after a position. Rows enter it when they are published, and not when they are written.
CREATE INDEX CONCURRENTLY outbox_published ON outbox (subject, position) WHERE position IS NOT NULL;
