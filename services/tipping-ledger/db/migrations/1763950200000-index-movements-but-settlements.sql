-- Takes away the indexes that links replaced. Settlements, most of the movements, are found by their links and are once
-- per member and epoch by the account's own epoch, so only the others are indexed and have a key.

DROP INDEX tip_payer;
DROP INDEX tip_author;
DROP INDEX tip_referrer;
ALTER TABLE movement DROP CONSTRAINT movement_idem_key_key;
CREATE UNIQUE INDEX one_movement_per_key ON movement (idem_key) WHERE idem_key IS NOT NULL;
DROP INDEX movement_from;
CREATE INDEX movement_from ON movement (from_id, seq) WHERE kind <> 'settlement';
DROP INDEX movement_to;
CREATE INDEX movement_to ON movement (to_id, seq) WHERE kind <> 'settlement';
