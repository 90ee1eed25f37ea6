-- Finds what the treasury was given as supply among what it received from everyone who left.

CREATE INDEX CONCURRENTLY movement_supply ON movement (from_id, to_id) INCLUDE (amount) WHERE kind = 'supply';
