-- Keeps each author's newest public post. It is a trigger, so that it also runs for a service of the previous version.
CREATE OR REPLACE FUNCTION keep_author_newest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.published_revision_id IS NOT NULL AND NEW.deleted_at IS NULL THEN
    INSERT INTO author_newest VALUES (NEW.author_id, NEW.id)
      ON CONFLICT (author_id) DO UPDATE SET post_id = excluded.post_id
      WHERE author_newest.post_id IS NULL OR author_newest.post_id < excluded.post_id;
  ELSE
    -- Locked first, so that the next statement sees posts that were published meanwhile.
    PERFORM FROM author_newest WHERE author_id = NEW.author_id FOR UPDATE;
    UPDATE author_newest SET post_id = (
        SELECT max(id) FROM post
        WHERE author_id = NEW.author_id AND published_revision_id IS NOT NULL AND deleted_at IS NULL
      ) WHERE author_id = NEW.author_id AND post_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
