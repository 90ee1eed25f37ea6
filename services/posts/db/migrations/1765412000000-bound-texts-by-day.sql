-- How much a member has written on the last day (UTC) on which they wrote; one row each, which the next day starts anew.

CREATE TABLE written_day (
  author_id bigint PRIMARY KEY REFERENCES author,
  day date NOT NULL,
  bytes integer NOT NULL
);
COMMENT ON COLUMN written_day.bytes IS 'what new posts and edits of the day take, each with something for its rows';
