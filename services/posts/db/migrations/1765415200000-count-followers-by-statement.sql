-- The followers of an author are counted once a statement: row by row, an author with 20,000 of them could not leave in time.

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
DROP TRIGGER count_followers ON follow;
CREATE TRIGGER count_new_followers AFTER INSERT ON follow REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_followers();
CREATE TRIGGER count_lost_followers AFTER DELETE ON follow REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_followers();
