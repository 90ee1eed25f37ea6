-- Texts of suspended authors wait apart from those that moderators are shown. A trigger marks what begins to wait as the author's other
-- texts are marked, also for a service of the version before, which suspends and reinstates without changing marks: a job does it later.
ALTER TABLE post_revision ADD COLUMN is_withheld boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN post_revision.is_withheld IS 'of a text that waits: the same as its author''s texts_withheld';

CREATE FUNCTION withhold_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_withheld := (SELECT a.texts_withheld FROM post p JOIN author a ON a.id = p.author_id WHERE p.id = NEW.post_id);
  RETURN NEW;
END $$;

CREATE TRIGGER withhold_text BEFORE INSERT OR UPDATE OF status ON post_revision FOR EACH ROW
  WHEN (NEW.status = 'pending') EXECUTE FUNCTION withhold_text();
