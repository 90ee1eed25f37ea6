-- Accounts, the journal and what is derived from it.

CREATE TABLE account (
  id bigint PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('member', 'chain', 'treasury', 'holders-pool', 'platform', 'unclaimed')),
  referrer_id bigint CHECK (referrer_id >= 1000 AND referrer_id <> id),
  balance bigint NOT NULL DEFAULT 0,
  epoch integer NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 0,
  CONSTRAINT only_chain_below_zero CHECK (kind = 'chain' OR balance >= 0),
  CONSTRAINT members_from_1000 CHECK ((kind = 'member') = (id >= 1000))
) WITH (fillfactor = 60);
COMMENT ON COLUMN account.balance IS 'nano-LIKE, without what holders'' epochs since `epoch` have added';

-- The journal. A tip is one wide row with its four parts; everything else is a movement. They are
-- numbered together, so that one number orders all that happened to an account.
CREATE SEQUENCE journal_seq;
CREATE TABLE tip (
  seq bigint PRIMARY KEY DEFAULT nextval('journal_seq'),
  idem_key uuid NOT NULL,
  payer_id bigint NOT NULL,
  author_id bigint NOT NULL,
  referrer_id bigint,
  post_id bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  author_part bigint NOT NULL CHECK (author_part >= 0),
  holders_part bigint NOT NULL CHECK (holders_part >= 0),
  platform_part bigint NOT NULL CHECK (platform_part >= 0),
  referral_part bigint NOT NULL CHECK (referral_part >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT one_tip_per_key UNIQUE (payer_id, idem_key),
  CONSTRAINT parts_add_up CHECK (author_part + holders_part + platform_part + referral_part = amount),
  CONSTRAINT ten_percent_has_one_owner CHECK (platform_part = 0 OR referral_part = 0)
);
CREATE INDEX tip_payer ON tip (payer_id, seq);
CREATE INDEX tip_author ON tip (author_id, seq);
CREATE INDEX tip_referrer ON tip (referrer_id, seq) WHERE referrer_id IS NOT NULL;
CREATE INDEX tip_post ON tip (post_id, seq);

CREATE TABLE movement (
  seq bigint PRIMARY KEY DEFAULT nextval('journal_seq'),
  idem_key text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('supply', 'bonus', 'deposit', 'claim', 'settlement')),
  from_id bigint NOT NULL REFERENCES account,
  to_id bigint NOT NULL REFERENCES account,
  amount bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (from_id <> to_id)
);
CREATE INDEX movement_from ON movement (from_id, seq);
CREATE INDEX movement_to ON movement (to_id, seq);

CREATE TABLE post_total (
  post_id bigint PRIMARY KEY,
  author_id bigint NOT NULL,
  open boolean NOT NULL,
  version integer NOT NULL,
  likes_sum numeric(30) NOT NULL DEFAULT 0
) WITH (fillfactor = 60);

-- A bonus that the treasury could not pay yet.
CREATE TABLE owed_bonus (member_id bigint PRIMARY KEY REFERENCES account);

-- The holders' share: an index m that grows with each epoch (scale 10^27), and what it promised.
CREATE TABLE holders_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch integer NOT NULL,
  m numeric NOT NULL,
  liability bigint NOT NULL CHECK (liability >= 0),
  last_close_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE holders_epoch (
  epoch integer PRIMARY KEY,
  m numeric NOT NULL,
  members_total numeric NOT NULL,
  distributed bigint NOT NULL,
  closed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO holders_epoch (epoch, m, members_total, distributed) VALUES (0, 1e27, 0, 0);
INSERT INTO holders_state (epoch, m, liability) VALUES (0, 1e27, 0);

-- 12 % of the supply is the treasury, which pays the bonuses.
INSERT INTO account (id, kind, balance) VALUES
  (1, 'chain', -120000000000000000), (2, 'treasury', 120000000000000000),
  (3, 'holders-pool', 0), (4, 'platform', 0), (5, 'unclaimed', 0);
INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
  VALUES ('supply:treasury', 'supply', 1, 2, 120000000000000000);

-- Both sides of every transfer: four and the payer's for a tip, two for a movement.
CREATE VIEW entry AS
  SELECT t.seq, 'tip' AS kind, leg.account_id, leg.amount, t.created_at
  FROM tip t CROSS JOIN LATERAL (VALUES
    (t.payer_id, -t.amount),
    (t.author_id, t.author_part),
    (3::bigint, t.holders_part),
    (coalesce(t.referrer_id, 4), t.platform_part + t.referral_part)
  ) AS leg (account_id, amount)
  UNION ALL
  SELECT m.seq, m.kind, leg.account_id, leg.amount, m.created_at
  FROM movement m CROSS JOIN LATERAL (VALUES (m.from_id, -m.amount), (m.to_id, m.amount))
    AS leg (account_id, amount);

-- The journal is append-only for everybody but the tables' owner.
DO $$
DECLARE
  working_role text;
BEGIN
  FOR working_role IN
    SELECT DISTINCT grantee FROM information_schema.role_table_grants
    WHERE table_schema = current_schema() AND table_name = 'tip' AND grantee <> current_user
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE ON tip, movement, holders_epoch FROM %I', working_role);
  END LOOP;
END $$;
