-- The followers of a member who leaves are found in order, a batch at a time, however many they are.
CREATE INDEX CONCURRENTLY follow_of_author ON follow (author_id, follower_id);
