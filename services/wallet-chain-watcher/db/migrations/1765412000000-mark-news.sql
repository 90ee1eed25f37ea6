ALTER TABLE deposit ADD COLUMN is_news boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN deposit.is_news IS 'stood on the top page of an endpoint''s list, not in the history below it alone';
