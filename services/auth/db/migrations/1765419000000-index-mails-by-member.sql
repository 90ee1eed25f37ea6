-- The mails of a member are listed in the file with their data, and deleted with them, without reading those of everybody.
CREATE INDEX CONCURRENTLY mail_member ON mail (member_id) WHERE member_id IS NOT NULL;
