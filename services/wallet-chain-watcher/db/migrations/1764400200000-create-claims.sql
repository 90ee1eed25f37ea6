-- What each claim was answered, for whoever repeats it.

CREATE TABLE claim (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_hash bytea NOT NULL UNIQUE CHECK (length(message_hash) = 32),
  member_id bigint NOT NULL CHECK (member_id >= 1000),
  address text NOT NULL,
  deposits integer NOT NULL CHECK (deposits > 0),
  amount bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN claim.message_hash IS 'of the text that the wallet signed for it';
COMMENT ON COLUMN claim.amount IS 'nano-LIKE';
CREATE INDEX claim_by ON claim (member_id, address, id);
