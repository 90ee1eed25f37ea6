-- Wallets that members have signed in with while somebody else had them linked: when that member leaves, they are theirs.

ALTER TABLE unlinked_wallet ADD COLUMN is_taken boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN unlinked_wallet.is_taken IS
  'the member has signed in with it at that time, and somebody else had it linked; otherwise they have unlinked it then';
CREATE INDEX unlinked_wallet_taken ON unlinked_wallet (address, at) WHERE is_taken;
