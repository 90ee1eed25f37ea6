-- Texts whose check could not be made, because the provider was away: who asks again takes the row, and when stands in it.

CREATE TABLE postponed_check (
  revision_id bigint PRIMARY KEY REFERENCES post_revision,
  attempts integer NOT NULL DEFAULT 0,
  postponed_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL
);
CREATE INDEX postponed_check_due ON postponed_check (due_at);
COMMENT ON COLUMN postponed_check.attempts IS 'how often it was asked again';
COMMENT ON COLUMN postponed_check.postponed_at IS 'when the provider first failed to say anything of it';
