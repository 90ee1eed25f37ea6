-- Reads the members while they are written.
ALTER TABLE member VALIDATE CONSTRAINT member_email_verified;
