-- The period of each post in Best of a day, a week, a month or a year. By itself, since whoever reads ranks waits for it.

ALTER TABLE post_rank ADD COLUMN period smallint;
COMMENT ON COLUMN post_rank.period IS
  'the shortest that the post may still be in: 1 day, 2 week, 3 month, 4 year; null once it has left all, or until it is put into its own';
ALTER TABLE post_rank ADD CONSTRAINT post_rank_period_check CHECK (period BETWEEN 1 AND 4) NOT VALID;
-- Reads ask for the exact time, too, so a post may be in too short a period: also one that a service of the version before adds.
ALTER TABLE post_rank ALTER COLUMN period SET DEFAULT 1;

CREATE FUNCTION restart_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.period := 1;
  RETURN NEW;
END $$;
CREATE TRIGGER restart_period BEFORE UPDATE OF published_at ON post_rank FOR EACH ROW
  WHEN (OLD.published_at <> NEW.published_at) EXECUTE FUNCTION restart_period();
