-- By it the job finds whose time is over.
CREATE INDEX CONCURRENTLY member_deletion ON member (deletion_at) WHERE deletion_at IS NOT NULL;
