-- Second factors: codes of an app (TOTP), recovery codes, and the sign-ins that wait for one. The version before knows none of
-- them: who has one signs in there without it, until the roll-out is over.

CREATE TABLE totp (
  member_id bigint PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  confirmed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN totp.secret IS 'sealed with a key of auth’s';
COMMENT ON COLUMN totp.last_step IS 'of the last code that was used: neither it nor an older one counts again';
COMMENT ON COLUMN totp.confirmed_at IS 'null until the app has shown a right code';

CREATE TABLE recovery_code (
  member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  PRIMARY KEY (member_id, code_hash)
);
COMMENT ON TABLE recovery_code IS 'deleted by its one use; SHA-256 of 80 random bits each';

CREATE TABLE second_factor_ticket (
  ticket_hash bytea PRIMARY KEY CHECK (length(ticket_hash) = 32),
  member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  method text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX second_factor_ticket_member ON second_factor_ticket (member_id);
CREATE INDEX second_factor_ticket_age ON second_factor_ticket (created_at);
COMMENT ON TABLE second_factor_ticket IS 'who proved one factor; deleted by its one use, or five minutes later';
COMMENT ON COLUMN second_factor_ticket.method IS 'by what they proved who they are';

CREATE TABLE passkey (
  credential_id text PRIMARY KEY,
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkey_member ON passkey (member_id);
COMMENT ON COLUMN passkey.credential_id IS 'base64url, as browsers say it';
COMMENT ON COLUMN passkey.counter IS 'of the authenticator, for ever 0 where it has none; one that does not grow is that of a copy';

CREATE TABLE passkey_challenge (
  challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
  purpose text NOT NULL CHECK (purpose IN ('add', 'sign-in', 'second-factor', 'confirm')),
  member_id bigint REFERENCES member (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX passkey_challenge_member ON passkey_challenge (member_id);
CREATE INDEX passkey_challenge_age ON passkey_challenge (created_at);
COMMENT ON TABLE passkey_challenge IS 'what a passkey has to sign; deleted by its one use, or five minutes later';
