-- Reads the members while they are written.
ALTER TABLE member VALIDATE CONSTRAINT deletion_is_whole;
