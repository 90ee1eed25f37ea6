-- Keeps the number of an author's followers.
CREATE OR REPLACE FUNCTION count_followers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO author_count AS kept (author_id, followers) VALUES (NEW.author_id, 1)
      ON CONFLICT (author_id) DO UPDATE SET followers = kept.followers + 1;
  ELSE
    UPDATE author_count SET followers = followers - 1 WHERE author_id = OLD.author_id;
  END IF;
  RETURN NULL;
END $$;
