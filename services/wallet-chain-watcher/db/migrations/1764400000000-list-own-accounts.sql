-- The token accounts that are ours, with a version that grows with each change, and under which one a deposit was judged.

CREATE TABLE own_accounts (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version integer NOT NULL
);
INSERT INTO own_accounts (version) VALUES (1);
COMMENT ON COLUMN own_accounts.version IS 'grows with every change of what receiving_account and cold_account mean for a verdict';

CREATE TABLE receiving_account (
  account text PRIMARY KEY,
  owner text NOT NULL,
  mint text NOT NULL,
  program text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  until timestamptz,
  closed_at timestamptz
);
COMMENT ON COLUMN receiving_account.account IS 'the associated token account of its owner for the mint';
COMMENT ON COLUMN receiving_account.until IS 'when members were last told another one; null of the current one';
COMMENT ON COLUMN receiving_account.closed_at IS 'since when an operator has it scanned no more';
CREATE UNIQUE INDEX one_current_account ON receiving_account (mint) WHERE until IS NULL;

CREATE TABLE cold_account (
  account text PRIMARY KEY,
  owner text NOT NULL,
  mint text NOT NULL,
  program text NOT NULL,
  opening bigint NOT NULL CHECK (opening >= 0),
  declared_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN cold_account.opening IS 'nano-LIKE in it when it was declared that deposits had not brought';

ALTER TABLE deposit ADD COLUMN judged_under integer;
COMMENT ON COLUMN deposit.judged_under IS 'the version of own_accounts that the verdict knew; null when that is unknown';
CREATE INDEX deposit_judged_under_unknown ON deposit (signature) WHERE state = 'nothing' AND judged_under IS NULL;
