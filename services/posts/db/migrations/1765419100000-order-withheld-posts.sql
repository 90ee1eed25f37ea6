-- The posts of a reinstated author are restored in batches in the order of their ids. By their author alone, all that were left
-- were read and sorted for each batch.
CREATE INDEX CONCURRENTLY post_withheld_of_author ON post (author_id, id) WHERE withheld_revision_id IS NOT NULL AND deleted_at IS NULL;
