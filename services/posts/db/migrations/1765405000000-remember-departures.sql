-- Members who left for good: what stays of them is a name that says so, and the posts that they left to be read.

ALTER TABLE author ADD COLUMN deleted_at timestamptz;
COMMENT ON COLUMN author.deleted_at IS 'nobody can read their profile, follow them or write in their name any more';
