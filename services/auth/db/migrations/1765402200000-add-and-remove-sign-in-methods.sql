-- Members add ways to sign in and take them off, prove an account at Google without signing in, and may want to be asked before
-- a large tip.

ALTER TABLE identity ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY;
CREATE UNIQUE INDEX identity_id ON identity (id);

-- The version before takes a proof for a sign-in, but gives none out.
ALTER TABLE google_attempt
  ADD COLUMN purpose text NOT NULL DEFAULT 'sign-in' CHECK (purpose IN ('sign-in', 'proof'));

-- Whoever shows the token has shown that they have this account at Google: once, within five minutes.
CREATE TABLE google_proof (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  subject text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX google_proof_age ON google_proof (created_at);

ALTER TABLE member ADD COLUMN tip_limit_nano bigint CHECK (tip_limit_nano > 0);
COMMENT ON COLUMN member.tip_limit_nano IS 'a larger tip wants the member confirmed';
