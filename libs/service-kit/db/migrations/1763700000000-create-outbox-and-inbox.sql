-- Every service's first migration: the tables that events leave by and arrive by.

CREATE TABLE outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL,
  subject text NOT NULL,
  envelope jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz
);
CREATE INDEX outbox_waiting ON outbox (seq) WHERE published_at IS NULL;
CREATE INDEX outbox_age ON outbox (created_at);

-- The stream that the published rows went to. A younger one gets all retained rows again: those after
-- resent_seq up to resend_until are still to go out.
CREATE TABLE outbox_stream (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  created_at timestamptz NOT NULL,
  resent_seq bigint NOT NULL DEFAULT 0,
  resend_until bigint NOT NULL DEFAULT 0
);

CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  handled_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_age ON inbox (handled_at);
