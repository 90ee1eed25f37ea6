-- What LIKE cost, in three densities, and when the outside is asked for it again.

CREATE TABLE price_sample (
  mint text NOT NULL,
  step_s integer NOT NULL CHECK (step_s > 0),
  slot timestamptz NOT NULL,
  at timestamptz NOT NULL,
  usd double precision NOT NULL CHECK (usd > 0 AND usd < 'Infinity'),
  PRIMARY KEY (mint, step_s, slot)
);
COMMENT ON TABLE price_sample IS 'the last price of each minute, hour and day; older ones of each go after a while';
COMMENT ON COLUMN price_sample.slot IS 'when the minute, hour or day began, in UTC';
CREATE INDEX price_sample_age ON price_sample (step_s, slot);

CREATE TABLE price_round (
  mint text NOT NULL,
  source text NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (mint, source)
);
COMMENT ON TABLE price_round IS 'when a source may be asked again, whichever replica does it';
