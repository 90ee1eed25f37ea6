-- Stores a post's author and whether it takes tips, unless a newer version is known. A batch of tips waits for the row
-- while it has the lock, and all others wait for the batch. So a client that sends nothing for a second loses its
-- connection and the row, as with lock_ledger().
CREATE OR REPLACE FUNCTION remember_post(post bigint, author bigint, takes_tips boolean, known_version integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('idle_in_transaction_session_timeout', '1000', true);
  INSERT INTO post_total (post_id, author_id, open, version) VALUES (post, author, takes_tips, known_version)
    ON CONFLICT (post_id) DO UPDATE SET open = excluded.open, version = excluded.version
      WHERE post_total.version < excluded.version;
END $$;
