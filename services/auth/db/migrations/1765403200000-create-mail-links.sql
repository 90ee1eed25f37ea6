-- Links in mails that work once, changes of address that are under way, and requests for a new password.

-- Only the SHA-256 of a link's secret is kept.
CREATE TABLE mail_link (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  purpose text NOT NULL CHECK (purpose IN (
    'verify-email', 'confirm-new-email', 'confirm-old-email', 'undo-email-change', 'reset-password')),
  member_id bigint NOT NULL REFERENCES member ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT mail_link_newest UNIQUE (member_id, purpose, email)
);
CREATE INDEX mail_link_age ON mail_link (expires_at);
COMMENT ON TABLE mail_link IS 'deleted by its one use, replaced by the next of its kind to that address, or gone when it has run out';
COMMENT ON COLUMN mail_link.email IS 'where it was sent';

CREATE TABLE email_change (
  member_id bigint PRIMARY KEY REFERENCES member ON DELETE CASCADE,
  new_email text NOT NULL CHECK (new_email = lower(new_email)),
  new_is_confirmed boolean NOT NULL DEFAULT false,
  old_is_confirmed boolean NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX email_change_age ON email_change (expires_at);
COMMENT ON TABLE email_change IS 'deleted when it takes effect, or a day after it was asked for';
COMMENT ON COLUMN email_change.old_is_confirmed IS 'true from the start where the present address is not verified';

-- Whoever is meant, and whether there is anybody, is found out after the response, which tells nothing of it.
CREATE TABLE password_reset_request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  network text CHECK (network ~ '^[0-9a-f]{32}$'),
  requested_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE password_reset_request IS 'deleted within seconds, when it is carried out';
COMMENT ON COLUMN password_reset_request.name IS 'what was typed: a username or an address';
