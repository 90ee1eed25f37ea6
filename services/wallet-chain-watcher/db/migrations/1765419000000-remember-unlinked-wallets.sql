-- Wallets that members have unlinked, and when: an earlier sign-in that is heard of later links none of them again.

CREATE TABLE unlinked_wallet (
  member_id bigint NOT NULL CHECK (member_id >= 1000),
  address text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, address)
);
CREATE INDEX unlinked_wallet_age ON unlinked_wallet (at);
