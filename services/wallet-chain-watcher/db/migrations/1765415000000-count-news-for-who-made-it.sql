COMMENT ON COLUMN deposit.listed_by IS 'host of the endpoint that listed it first, or made it news; null where none did, or version N-1 stored it';
