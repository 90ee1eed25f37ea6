-- Stores a post's author and whether it takes tips, unless a newer version is known. An id that is known as another author's
-- post is an error: the service that gives ids was restored to a time before the ledger's, and tips would be paid to the
-- wrong member. A batch of tips waits for the row while it has the lock, and all others wait for the batch. So a client
-- that sends nothing for a second loses its connection and the row, as with lock_ledger().
CREATE OR REPLACE FUNCTION remember_post(post bigint, author bigint, takes_tips boolean, known_version integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('idle_in_transaction_session_timeout', '1000', true);
  INSERT INTO post_total (post_id, author_id, open, version) VALUES (post, author, takes_tips, known_version)
    ON CONFLICT (post_id) DO UPDATE SET open = excluded.open, version = excluded.version
      WHERE post_total.version < excluded.version AND post_total.author_id = excluded.author_id;
  IF NOT FOUND AND EXISTS (SELECT FROM post_total WHERE post_id = post AND author_id <> author) THEN
    RAISE EXCEPTION 'post % is known as one of another author', post USING ERRCODE = 'check_violation';
  END IF;
END $$;
