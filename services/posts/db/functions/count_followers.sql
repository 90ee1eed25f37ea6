-- Keeps the number of an author's followers. Each statement counts what it changed, once per author, as count_author_posts
-- does: counted row by row, the followers of an author who leaves would each read all earlier versions of the count.
CREATE OR REPLACE FUNCTION count_followers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT author_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS followers
    FROM changed GROUP BY author_id ORDER BY author_id
  LOOP
    INSERT INTO author_count (author_id) VALUES (change.author_id) ON CONFLICT DO NOTHING;
    UPDATE author_count SET followers = followers + change.followers WHERE author_id = change.author_id;
  END LOOP;
  RETURN NULL;
END $$;
