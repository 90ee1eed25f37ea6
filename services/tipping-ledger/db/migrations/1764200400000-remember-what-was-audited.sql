-- What the auditor has found right and up to which number, so that it looks at what is new, and where its full read stands.

CREATE TABLE audited_account (
  account_id bigint PRIMARY KEY,
  seq bigint NOT NULL,
  balance bigint NOT NULL,
  last_sent_seq bigint,
  last_received_seq bigint,
  last_referral_seq bigint,
  last_settlement_seq bigint
) WITH (fillfactor = 80);
COMMENT ON TABLE audited_account IS 'members as the audit found them right after transfer seq';

CREATE TABLE audited_post (
  post_id bigint PRIMARY KEY,
  seq bigint NOT NULL,
  likes_sum numeric(30) NOT NULL
) WITH (fillfactor = 80);
COMMENT ON TABLE audited_post IS 'totals of posts as the audit found them right after transfer seq';

CREATE TABLE audit_progress (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  state jsonb NOT NULL
);
COMMENT ON COLUMN audit_progress.state IS 'the full read under way, the last one that ended, and the news since';

ALTER TABLE last_audit ADD COLUMN work_ms integer, ADD COLUMN full_read_began_at timestamptz;
