-- Who came by whose link from which network, for the report of money that goes back to who shared the link.

CREATE TABLE newcomer (
  member_id bigint PRIMARY KEY,
  referrer_id bigint NOT NULL,
  network text NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX newcomer_group ON newcomer (network, referrer_id, joined_at);
CREATE INDEX newcomer_age ON newcomer (joined_at);
COMMENT ON TABLE newcomer IS 'members who came by a link, for 90 days';
COMMENT ON COLUMN newcomer.network IS 'a keyed hash, from auth: no address is kept';
