-- How often something was done, such as registering from a network.

CREATE TABLE use_count (
  key text PRIMARY KEY,
  window_number bigint NOT NULL,
  current bigint NOT NULL,
  previous bigint NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX use_count_age ON use_count (expires_at);
COMMENT ON TABLE use_count IS 'a sliding window for each key; deleted when it counts for nothing any more';
COMMENT ON COLUMN use_count.key IS 'what is counted and, as a keyed hash, whose it is: no address is kept';
