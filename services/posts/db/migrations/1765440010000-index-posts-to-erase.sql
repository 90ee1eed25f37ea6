-- The posts whose texts are still to be emptied, by the time of their deletion.

CREATE INDEX CONCURRENTLY post_to_erase ON post (deleted_at) WHERE deleted_at IS NOT NULL AND NOT texts_erased;
