-- How often a deposit could not be read while others could.

ALTER TABLE deposit ADD COLUMN unreadable_times integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN deposit.unreadable_times IS 'looks in which an endpoint could not tell this one alone; the pause between them doubles';
