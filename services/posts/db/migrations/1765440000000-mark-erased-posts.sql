-- A job empties the texts of posts 30 days after they were deleted. A service of the version before deletes posts without the mark, which is
-- then false, and the job finds them.
ALTER TABLE post ADD COLUMN texts_erased boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN post.texts_erased IS 'of a deleted post: whether its texts were emptied';
