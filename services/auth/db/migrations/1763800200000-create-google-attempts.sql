-- Sign-ins with Google that have begun: what must come back once, and what only this side may know.

CREATE TABLE google_attempt (
  state_hash bytea PRIMARY KEY CHECK (length(state_hash) = 32),
  browser_hash bytea NOT NULL CHECK (length(browser_hash) = 32),
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  redirect_uri text NOT NULL,
  referral_code text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX google_attempt_age ON google_attempt (created_at);
COMMENT ON TABLE google_attempt IS 'deleted by its one use, or ten minutes after it began';
