-- Keeps the sum of what all posts of an author received. Each sum changes by the difference between the new and the old
-- row, so duplicate or late events change nothing. The statement gets one plan for one post and for many, so each post
-- is looked up by its key.
CREATE OR REPLACE FUNCTION count_author_likes() RETURNS trigger LANGUAGE plpgsql
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
