-- Wrong passwords, by account and network, and the networks that members have signed in from.

CREATE TABLE wrong_password (
  account text NOT NULL,
  network text NOT NULL,
  guesses integer NOT NULL,
  guessed_at timestamptz NOT NULL,
  PRIMARY KEY (account, network)
);
CREATE INDEX wrong_password_age ON wrong_password (guessed_at);
COMMENT ON TABLE wrong_password IS 'forgotten with the right password, or after a day without a wrong one';
COMMENT ON COLUMN wrong_password.account IS 'member:<id>, or the keyed hash of a name that nobody has';
COMMENT ON COLUMN wrong_password.network IS 'a keyed hash: no address is kept';

CREATE TABLE known_network (
  member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  network text NOT NULL,
  signed_in_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, network)
);
CREATE INDEX known_network_age ON known_network (signed_in_at);
COMMENT ON TABLE known_network IS 'forgotten after 90 days without a sign-in';
COMMENT ON COLUMN known_network.signed_in_at IS 'written once a day';
COMMENT ON COLUMN known_network.network IS 'a keyed hash: no address is kept';
