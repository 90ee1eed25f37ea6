-- By itself, since readers of authors wait for it.
ALTER TABLE author ADD COLUMN member_since timestamptz;
COMMENT ON COLUMN author.member_since IS 'null until auth has told it, which is asked at the first look at the profile';
