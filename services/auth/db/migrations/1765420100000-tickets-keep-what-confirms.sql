-- A sign-in by the bare phrase of a wallet confirms nothing, and no more once a code follows it. The version before
-- writes no value: its tickets confirm, as they did.
ALTER TABLE second_factor_ticket ADD COLUMN confirms boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN second_factor_ticket.confirms IS 'false if the first proof serves to sign in alone';
