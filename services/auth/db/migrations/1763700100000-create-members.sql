-- Members, the identities they sign in with, and their sessions.

CREATE TABLE member (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1000) PRIMARY KEY,
  username text NOT NULL CONSTRAINT member_username_taken UNIQUE CHECK (username ~ '^[a-z0-9_]{3,20}$'),
  email text CONSTRAINT member_email_taken UNIQUE CHECK (email = lower(email)),
  avatar_sha256 text,
  is_verified boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended', 'deleted')),
  referrer_id bigint REFERENCES member,
  public_token text NOT NULL UNIQUE,
  profile_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- What a member proves herself with: her password, a Google subject, a wallet's address.
CREATE TABLE identity (
  provider text NOT NULL CHECK (provider IN ('password', 'google', 'wallet')),
  subject text NOT NULL,
  member_id bigint NOT NULL REFERENCES member,
  password_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, subject),
  CHECK ((provider = 'password') = (password_hash IS NOT NULL))
);
CREATE INDEX identity_member ON identity (member_id);
COMMENT ON COLUMN identity.subject IS 'of a password identity: the member''s id';

-- Only the SHA-256 of a token is kept.
CREATE TABLE session (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  member_id bigint NOT NULL REFERENCES member,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX session_member ON session (member_id);
CREATE INDEX session_age ON session (last_used_at);
