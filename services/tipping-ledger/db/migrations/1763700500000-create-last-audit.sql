-- The result of the last audit, so that every replica shows it and none repeats it too soon.

CREATE TABLE last_audit (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  finished_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  counts jsonb NOT NULL
);
COMMENT ON COLUMN last_audit.counts IS 'how many findings, by check';
