-- When each endpoint is swept, whatever becomes of the others.

CREATE TABLE sweep (
  account text NOT NULL,
  endpoint text NOT NULL,
  swept_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL,
  PRIMARY KEY (account, endpoint)
);
COMMENT ON COLUMN sweep.endpoint IS 'its host';
COMMENT ON COLUMN sweep.swept_at IS 'when a sweep last came to its end; before the first, since when one is awaited';
COMMENT ON COLUMN scan.swept_at IS 'of version N-1 alone, which sweeps all endpoints together';
