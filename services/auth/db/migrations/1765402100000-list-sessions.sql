-- A session can be named, so that its member may end it from elsewhere, and says how, with what and from where it began. Its
-- member can be asked again who they are. The version before writes none of these; what it begins is confirmed by its sign-in.

ALTER TABLE session
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY,
  ADD COLUMN method text CHECK (method IN ('password', 'google', 'wallet', 'passkey')),
  ADD COLUMN device text CHECK (length(device) <= 50),
  ADD COLUMN network text CHECK (network ~ '^[0-9a-f]{32}$'),
  ADD COLUMN confirmed_at timestamptz;
-- Not with the column: sessions that are there already were confirmed by nobody.
ALTER TABLE session ALTER COLUMN confirmed_at SET DEFAULT now();
CREATE UNIQUE INDEX session_id ON session (id);
COMMENT ON COLUMN session.device IS 'a kind of browser, such as: firefox on linux';
COMMENT ON COLUMN session.network IS 'a keyed hash, as in known_network';
COMMENT ON COLUMN session.confirmed_at IS 'when the member showed last, in this session, that it is them';
