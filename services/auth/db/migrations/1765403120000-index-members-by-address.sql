-- Whoever has an address, the oldest first; the version before looks for it, too.
CREATE INDEX CONCURRENTLY member_email ON member (email, id) WHERE email IS NOT NULL;
