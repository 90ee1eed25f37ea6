-- A sign-in by a phrase that any page can have had signed links a wallet for what it sends from then on.

ALTER TABLE wallet ADD COLUMN claims_since timestamptz;
COMMENT ON COLUMN wallet.claims_since IS
  'the link makes its member''s what the wallet has sent since then; null: all that it has sent, as for version N-1';
ALTER TABLE unlinked_wallet ADD COLUMN is_bare boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN unlinked_wallet.is_bare IS 'the sign-in, of a wallet that is taken, was by a phrase that any page can have had signed';
