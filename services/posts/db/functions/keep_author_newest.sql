-- Keeps each author's newest public post. Each statement does so once per author: row by row, the posts of an author who is
-- reinstated would each read all earlier versions of it. It is a trigger, so that it also runs for a service of the
-- previous version.
CREATE OR REPLACE FUNCTION keep_author_newest() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT author_id, max(id) FILTER (WHERE one > 0) AS shown, max(id) FILTER (WHERE one < 0) AS hidden FROM (
      SELECT author_id, id, sum(one) AS one FROM (
        SELECT author_id, id, 1 AS one FROM new_row WHERE published_revision_id IS NOT NULL AND deleted_at IS NULL
        UNION ALL SELECT author_id, id, -1 FROM old_row WHERE published_revision_id IS NOT NULL AND deleted_at IS NULL
      ) AS changed GROUP BY author_id, id HAVING sum(one) <> 0
    ) AS changed GROUP BY author_id ORDER BY author_id
  LOOP
    IF change.shown IS NOT NULL THEN
      INSERT INTO author_newest VALUES (change.author_id, change.shown)
        ON CONFLICT (author_id) DO UPDATE SET post_id = excluded.post_id
        WHERE author_newest.post_id IS NULL OR author_newest.post_id < excluded.post_id;
    END IF;
    IF change.hidden IS NOT NULL THEN
      -- Locked first, so that the next statement sees posts that were published meanwhile.
      PERFORM FROM author_newest WHERE author_id = change.author_id FOR UPDATE;
      UPDATE author_newest SET post_id = (
          SELECT max(id) FROM post
          WHERE author_id = change.author_id AND published_revision_id IS NOT NULL AND deleted_at IS NULL
        ) WHERE author_id = change.author_id AND post_id = change.hidden;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
