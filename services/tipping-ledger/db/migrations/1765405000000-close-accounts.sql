-- A member who leaves for good: their account is closed, and what it held goes to the treasury. The version before reads
-- such accounts as members who hold nothing, and lists none of these movements.

ALTER TABLE account ADD COLUMN closed_at timestamptz;
ALTER TABLE account ADD CONSTRAINT closed_holds_nothing
  CHECK (closed_at IS NULL OR (kind = 'member' AND balance = 0)) NOT VALID;

ALTER TABLE movement DROP CONSTRAINT movement_kind_check;
ALTER TABLE movement ADD CONSTRAINT movement_kind_check
  CHECK (kind IN ('supply', 'bonus', 'deposit', 'claim', 'settlement', 'forfeit')) NOT VALID;
