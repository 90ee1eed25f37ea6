-- Sessions end by their last use or by their begin. By an index of the first alone, every search for ended ones read them all.
CREATE INDEX CONCURRENTLY session_begun ON session (created_at);
