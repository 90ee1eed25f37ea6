-- erase_old_notes() asks of each author of a note whether they have left: not by a read of all authors.

CREATE INDEX CONCURRENTLY author_left ON author (id) WHERE deleted_at IS NOT NULL;
