-- A rank of each period, so that no page of Best passes over what is older than its range. A job moves posts on with time, and puts
-- those that were there before into their periods. They are in none yet, so the indexes of the next migrations are small at first.

CREATE TABLE period_fill (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  filled_up_to bigint NOT NULL DEFAULT 0,
  completed_at timestamptz
);
COMMENT ON COLUMN period_fill.filled_up_to IS 'the id of a post: those up to it are in their periods';
COMMENT ON COLUMN period_fill.completed_at IS 'null while posts may lack their period, so that nobody reads the ranks';
INSERT INTO period_fill DEFAULT VALUES;
