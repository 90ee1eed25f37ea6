-- Before its values, whose writing would otherwise keep readers from the members. IF NOT EXISTS, since in older databases the next
-- migration has added it.

ALTER TABLE member ADD COLUMN IF NOT EXISTS email_verified_at timestamptz;
COMMENT ON COLUMN member.email_verified_at IS 'null until a link to the address was opened, or for one that Google has not verified';
