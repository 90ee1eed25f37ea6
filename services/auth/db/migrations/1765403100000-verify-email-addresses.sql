-- An e-mail address is a member's own once they have opened a link that was sent to it; until then it reserves nothing.

ALTER TABLE member ADD COLUMN email_verified_at timestamptz;
COMMENT ON COLUMN member.email_verified_at IS 'null until a link to the address was opened, or for one that Google has not verified';

-- The address of a member of Google's is one that Google had verified. The version before makes more of them while it runs:
-- those verify it by mail.
UPDATE member SET email_verified_at = created_at
WHERE email IS NOT NULL AND EXISTS (SELECT FROM identity i WHERE i.member_id = member.id AND i.provider = 'google');

ALTER TABLE member
  ADD CONSTRAINT member_email_verified CHECK (email_verified_at IS NULL OR email IS NOT NULL) NOT VALID;
ALTER TABLE member VALIDATE CONSTRAINT member_email_verified;

-- Under the name that the version before knows.
ALTER TABLE member DROP CONSTRAINT member_email_taken;
CREATE UNIQUE INDEX member_email_taken ON member (email) WHERE email_verified_at IS NOT NULL;
-- Whoever has an address, the oldest first; the version before looks for it, too.
CREATE INDEX member_email ON member (email, id) WHERE email IS NOT NULL;
