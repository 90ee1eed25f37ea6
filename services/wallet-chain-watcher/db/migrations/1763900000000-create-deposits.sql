-- Deposits by signature, how far the chain was read and by whom, and whose wallets and deposit codes there are.

CREATE TABLE deposit (
  signature bytea PRIMARY KEY CHECK (length(signature) = 64),
  slot bigint NOT NULL CHECK (slot >= 0),
  state text NOT NULL CHECK (state IN
    ('seen', 'failed', 'nothing', 'judged', 'credited', 'unclaimed', 'claiming', 'claimed')),
  amount bigint CHECK (amount > 0),
  member_id bigint CHECK (member_id >= 1000),
  sources text[] NOT NULL DEFAULT '{}',
  codes text[] NOT NULL DEFAULT '{}',
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  CONSTRAINT amount_once_judged CHECK ((amount IS NULL) = (state IN ('seen', 'failed', 'nothing'))),
  CONSTRAINT owner_of_what_is_owned CHECK (CASE
    WHEN state IN ('credited', 'claiming', 'claimed') THEN member_id IS NOT NULL
    WHEN state = 'judged' THEN true
    ELSE member_id IS NULL END)
) WITH (fillfactor = 70);
COMMENT ON COLUMN deposit.amount IS 'nano-LIKE';
COMMENT ON COLUMN deposit.sources IS 'who held the token accounts that lost LIKE';
COMMENT ON COLUMN deposit.codes IS 'deposit codes that its memos name';
-- The work that is left, whoever does it.
CREATE INDEX deposit_due ON deposit (due_at) WHERE state IN ('seen', 'judged', 'claiming');
CREATE INDEX deposit_unclaimed ON deposit USING gin (sources) WHERE state = 'unclaimed';

CREATE TABLE scan (
  account text PRIMARY KEY,
  cursor bytea CHECK (length(cursor) = 64),
  reached_at timestamptz,
  swept_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN scan.cursor IS 'a deposit that was judged; every older one is stored';

CREATE TABLE lease (
  name text PRIMARY KEY,
  holder uuid NOT NULL,
  fence bigint NOT NULL,
  expires_at timestamptz NOT NULL
);
COMMENT ON COLUMN lease.fence IS 'grows with every change of the holder';

CREATE TABLE wallet (
  address text PRIMARY KEY,
  member_id bigint NOT NULL CHECK (member_id >= 1000),
  linked_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX wallet_member ON wallet (member_id, linked_at);

CREATE TABLE wallet_proof (
  message_hash bytea PRIMARY KEY CHECK (length(message_hash) = 32),
  member_id bigint NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('link', 'claim')),
  address text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT one_proof_at_a_time UNIQUE (member_id, purpose, address)
);
COMMENT ON TABLE wallet_proof IS 'texts handed out to be signed; deleted by their one use, or when they run out';
CREATE INDEX wallet_proof_age ON wallet_proof (expires_at);

CREATE TABLE deposit_code (
  member_id bigint PRIMARY KEY CHECK (member_id >= 1000),
  code text NOT NULL UNIQUE CHECK (code ~ '^[a-z2-7]{16}$')
);
