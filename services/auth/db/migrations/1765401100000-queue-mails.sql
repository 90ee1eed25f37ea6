-- Mails to members: queued in the transaction that they tell of, sent after it. Rows are deleted 30 days after they were finished.

CREATE TABLE mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id text NOT NULL UNIQUE CHECK (message_id ~ '^<[!-;=?-~]{10,250}>$'),
  template text NOT NULL CHECK (template ~ '^[a-z-]{1,40}$'),
  member_id bigint REFERENCES member ON DELETE SET NULL,
  recipient text CHECK (length(recipient) <= 254 AND recipient !~ '[[:cntrl:][:space:],;:<>"]'),
  data jsonb,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'given-up')),
  attempts integer NOT NULL DEFAULT 0,
  queued_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL DEFAULT now(),
  useful_until timestamptz NOT NULL,
  finished_at timestamptz,
  CHECK ((status = 'queued') = (recipient IS NOT NULL)),
  CHECK ((status = 'queued') = (data IS NOT NULL)),
  CHECK ((status = 'queued') = (finished_at IS NULL))
);
CREATE INDEX mail_due ON mail (due_at) WHERE status = 'queued';
CREATE INDEX mail_finished ON mail (finished_at) WHERE status <> 'queued';
COMMENT ON COLUMN mail.message_id IS 'the same for every attempt: by it a server that has the mail already knows it';
COMMENT ON COLUMN mail.recipient IS 'gone once the mail is sent or given up';
COMMENT ON COLUMN mail.data IS 'what its template needs, links among it; gone once the mail is sent or given up';
COMMENT ON COLUMN mail.due_at IS 'of the next attempt; while one is under way, when its lease ends';
COMMENT ON COLUMN mail.useful_until IS 'given up from then on';
