-- Keeps the number of public posts of each author. Each statement counts what it changed, once per author. A statement
-- that changes posts of several authors locks their counts in one order.
CREATE OR REPLACE FUNCTION count_author_posts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT author_id, sum(one)::integer AS posts FROM (
      SELECT author_id, 1 AS one FROM new_row WHERE published_revision_id IS NOT NULL AND deleted_at IS NULL
      UNION ALL SELECT author_id, -1 FROM old_row WHERE published_revision_id IS NOT NULL AND deleted_at IS NULL
    ) AS changed GROUP BY author_id HAVING sum(one) <> 0 ORDER BY author_id
  LOOP
    INSERT INTO author_count (author_id) VALUES (change.author_id) ON CONFLICT DO NOTHING;
    UPDATE author_count SET posts = posts + change.posts WHERE author_id = change.author_id;
  END LOOP;
  RETURN NULL;
END $$;
