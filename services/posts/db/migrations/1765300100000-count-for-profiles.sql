-- What a profile shows: how many of an author's posts are public, how many members follow them, and what their posts
-- received. Triggers count, because they hold for whoever publishes, deletes, follows and raises sums: also for a service
-- of the version before.

CREATE TABLE author_count (
  author_id bigint PRIMARY KEY REFERENCES author,
  posts integer NOT NULL DEFAULT 0 CHECK (posts >= 0),
  followers integer NOT NULL DEFAULT 0 CHECK (followers >= 0)
) WITH (fillfactor = 70);
COMMENT ON COLUMN author_count.posts IS 'public ones';

-- Apart from the other counts: whoever publishes takes the count and then the rank, and news of tips come by the rank.
CREATE TABLE author_likes (
  author_id bigint PRIMARY KEY REFERENCES author,
  likes_sum numeric(30) NOT NULL CHECK (likes_sum >= 0)
) WITH (fillfactor = 70);
COMMENT ON TABLE author_likes IS 'the sum of post_rank.likes_sum of all of an author''s posts, also of those that are gone';

-- From here to the commit nobody else writes, in the order in which a publication takes them; readers go on.
LOCK TABLE post, post_rank, follow IN SHARE ROW EXCLUSIVE MODE;

CREATE FUNCTION count_author_posts() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER count_author_posts AFTER UPDATE ON post REFERENCING OLD TABLE AS old_row NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION count_author_posts();

CREATE FUNCTION count_followers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO author_count AS kept (author_id, followers) VALUES (NEW.author_id, 1)
      ON CONFLICT (author_id) DO UPDATE SET followers = kept.followers + 1;
  ELSE
    UPDATE author_count SET followers = followers - 1 WHERE author_id = OLD.author_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_followers AFTER INSERT OR DELETE ON follow FOR EACH ROW EXECUTE FUNCTION count_followers();

CREATE FUNCTION count_author_likes() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
AS $$
BEGIN
  INSERT INTO author_likes AS kept (author_id, likes_sum)
    SELECT author_id, sum(raised.likes) FROM (
      SELECT post_id, sum(likes) AS likes FROM (
        SELECT post_id, likes_sum AS likes FROM new_row UNION ALL SELECT post_id, -likes_sum FROM old_row
      ) AS changed GROUP BY post_id HAVING sum(likes) <> 0
    ) AS raised
    CROSS JOIN LATERAL (SELECT author_id FROM post WHERE id = raised.post_id OFFSET 0) AS written
    GROUP BY author_id ORDER BY author_id
  ON CONFLICT (author_id) DO UPDATE SET likes_sum = kept.likes_sum + excluded.likes_sum;
  RETURN NULL;
END $$;
CREATE TRIGGER count_author_likes AFTER UPDATE ON post_rank REFERENCING OLD TABLE AS old_row NEW TABLE AS new_row
  FOR EACH STATEMENT EXECUTE FUNCTION count_author_likes();

INSERT INTO author_count (author_id, posts, followers)
  SELECT author_id, coalesce(posts, 0), coalesce(followers, 0)
  FROM (
    SELECT author_id, count(*) AS posts FROM post
    WHERE published_revision_id IS NOT NULL AND deleted_at IS NULL GROUP BY author_id
  ) AS public FULL JOIN (SELECT author_id, count(*) AS followers FROM follow GROUP BY author_id) AS followed USING (author_id);
INSERT INTO author_likes (author_id, likes_sum)
  SELECT author_id, sum(likes_sum) FROM post_rank JOIN post ON post.id = post_id WHERE likes_sum > 0 GROUP BY author_id;
