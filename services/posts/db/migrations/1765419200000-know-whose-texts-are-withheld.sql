-- By itself, since readers of authors wait for it.
ALTER TABLE author ADD COLUMN texts_withheld boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN author.texts_withheld IS 'whether all their waiting texts are marked, or none; the same as suspended, or becomes it by a job';
