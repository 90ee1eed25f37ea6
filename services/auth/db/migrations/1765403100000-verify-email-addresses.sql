-- An e-mail address is a member's own once they have opened a link that was sent to it; until then it reserves nothing.

-- The address of a member of Google's is one that Google had verified. The version before makes more of them while it runs:
-- those verify it by mail.
UPDATE member SET email_verified_at = created_at
WHERE email IS NOT NULL AND EXISTS (SELECT FROM identity i WHERE i.member_id = member.id AND i.provider = 'google');

ALTER TABLE member
  ADD CONSTRAINT member_email_verified CHECK (email_verified_at IS NULL OR email IS NOT NULL) NOT VALID;

-- Under the name that the version before knows, so that there is always one of them: built under the lock, it takes the other's place.
ALTER TABLE member DROP CONSTRAINT member_email_taken;
CREATE UNIQUE INDEX member_email_taken ON member (email) WHERE email_verified_at IS NOT NULL;
