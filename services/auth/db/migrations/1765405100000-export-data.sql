-- Files with all that there is of a member, made in the background for them or for an operator, and there for a day.

CREATE TABLE export (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member,
  made_for text NOT NULL CHECK (made_for IN ('member', 'operator')),
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'ready', 'failed', 'expired')),
  parts_done integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  bytes bigint CHECK (bytes > 0),
  finished_at timestamptz,
  expires_at timestamptz,
  CONSTRAINT one_export_at_a_time UNIQUE (member_id, made_for),
  CHECK ((status = 'running') = (finished_at IS NULL)),
  CHECK ((status IN ('ready', 'expired')) = (bytes IS NOT NULL)),
  CHECK ((bytes IS NULL) = (expires_at IS NULL))
);
CREATE INDEX export_due ON export (due_at) WHERE status = 'running';
CREATE INDEX export_expiry ON export (expires_at) WHERE status = 'ready';
CREATE INDEX export_finished ON export (finished_at) WHERE finished_at IS NOT NULL;
COMMENT ON COLUMN export.due_at IS 'of the next attempt; while one is under way, when its lease ends';
COMMENT ON COLUMN export.attempts IS 'the number of the one that has the lease: no other writes';

CREATE TABLE export_chunk (
  export_id bigint NOT NULL REFERENCES export ON DELETE CASCADE,
  number integer NOT NULL CHECK (number >= 0),
  bytes bytea NOT NULL CHECK (length(bytes) BETWEEN 1 AND 262144),
  PRIMARY KEY (export_id, number)
);
-- A zip is compressed already.
ALTER TABLE export_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;
