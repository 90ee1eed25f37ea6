-- Nonces for wallets to sign, and the messages with which wallets signed in, so that each works once.

CREATE TABLE wallet_nonce (
  nonce text PRIMARY KEY,
  host text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX wallet_nonce_age ON wallet_nonce (created_at);
COMMENT ON TABLE wallet_nonce IS 'deleted by its one use, or five minutes after it was given out';

-- Not the signature: one message has several that verify, and each would be another session.
CREATE TABLE wallet_message (
  address text NOT NULL,
  message text NOT NULL,
  signed_in_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (address, message)
);
CREATE INDEX wallet_message_age ON wallet_message (signed_in_at);
COMMENT ON TABLE wallet_message IS 'kept for a day; the time in a message lets it work for ten minutes at the most';
