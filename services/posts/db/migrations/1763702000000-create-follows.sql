-- Who follows whom, and what the Following feed begins with: the newest public post of each author.

CREATE TABLE follow (
  follower_id bigint NOT NULL REFERENCES author,
  author_id bigint NOT NULL REFERENCES author,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (follower_id, author_id),
  CHECK (follower_id <> author_id)
);

CREATE INDEX post_published_of_author ON post (author_id, id DESC)
  WHERE published_revision_id IS NOT NULL AND deleted_at IS NULL;

CREATE TABLE author_newest (
  author_id bigint PRIMARY KEY REFERENCES author,
  post_id bigint REFERENCES post
) WITH (fillfactor = 80);
COMMENT ON COLUMN author_newest.post_id IS 'null once the author has no public post any more';

-- A trigger, because it holds for whoever publishes and deletes: also for a service of the version before.
CREATE FUNCTION keep_author_newest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.published_revision_id IS NOT NULL AND NEW.deleted_at IS NULL THEN
    INSERT INTO author_newest VALUES (NEW.author_id, NEW.id)
      ON CONFLICT (author_id) DO UPDATE SET post_id = excluded.post_id
      WHERE author_newest.post_id IS NULL OR author_newest.post_id < excluded.post_id;
  ELSE
    -- Locked first: the next statement then sees what was published meanwhile.
    PERFORM FROM author_newest WHERE author_id = NEW.author_id FOR UPDATE;
    UPDATE author_newest SET post_id = (
        SELECT max(id) FROM post
        WHERE author_id = NEW.author_id AND published_revision_id IS NOT NULL AND deleted_at IS NULL
      ) WHERE author_id = NEW.author_id AND post_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_author_newest AFTER UPDATE OF published_revision_id, deleted_at ON post FOR EACH ROW
  WHEN ((OLD.published_revision_id IS NOT NULL AND OLD.deleted_at IS NULL)
    IS DISTINCT FROM (NEW.published_revision_id IS NOT NULL AND NEW.deleted_at IS NULL))
  EXECUTE FUNCTION keep_author_newest();

INSERT INTO author_newest SELECT author_id, max(id) FROM post
  WHERE published_revision_id IS NOT NULL AND deleted_at IS NULL GROUP BY author_id;
