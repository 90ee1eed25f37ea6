-- All that an author ever wrote, deleted posts among it, is read in order for the file with their data.

CREATE INDEX CONCURRENTLY post_every_of_author ON post (author_id, id);
