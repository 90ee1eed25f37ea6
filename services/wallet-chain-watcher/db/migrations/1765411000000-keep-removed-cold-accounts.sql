-- Removed cold storage stays listed: what it sends us may have been deposited before, and is no deposit again. To version N-1,
-- which judges by it likewise, it is still declared.

ALTER TABLE cold_account ADD COLUMN removed_at timestamptz;
COMMENT ON COLUMN cold_account.removed_at IS 'since when it covers deposits no more; null while it does';
