-- Reads both tables while they are written: in the transaction that added the constraints nobody could write until it is over.

ALTER TABLE account VALIDATE CONSTRAINT closed_holds_nothing;
ALTER TABLE movement VALIDATE CONSTRAINT movement_kind_check;
