-- Members who want to leave: until when they may return, and whether what they wrote stays without their name.

ALTER TABLE member
  ADD COLUMN deletion_at timestamptz,
  ADD COLUMN keeps_posts boolean;
COMMENT ON COLUMN member.deletion_at IS 'when the account is deleted for good; the member may call it off until then';
COMMENT ON COLUMN member.keeps_posts IS 'null unless deletion_at is there';
ALTER TABLE member ADD CONSTRAINT deletion_is_whole CHECK ((deletion_at IS NULL) = (keeps_posts IS NULL)) NOT VALID;
