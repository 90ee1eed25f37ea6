-- What a wallet sent before it was linked is claimed a part at a time: which wallets have more.

ALTER TABLE wallet ADD COLUMN has_unclaimed boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN wallet.has_unclaimed IS 'deposits that it alone sent are still to be claimed for its member';
