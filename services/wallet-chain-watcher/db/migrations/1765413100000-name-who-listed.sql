ALTER TABLE deposit ADD COLUMN listed_by text;
COMMENT ON COLUMN deposit.listed_by IS 'host of the endpoint that listed it first; null where none did, or version N-1 stored it';
