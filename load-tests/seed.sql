-- Creates the requested number of members with sessions, money, posts and authors whom they follow; when repeated, only
-- what is missing.
-- psql -v members=100000 -v posts=10000 with LOAD_SECRET in the environment, as the database's administrator.
\set ON_ERROR_STOP on
\set QUIET on
\pset format unaligned
\pset tuples_only on
\getenv secret LOAD_SECRET
BEGIN;

CREATE TEMP TABLE wanted ON COMMIT DROP AS
  SELECT n, 'load_' || lpad(n::text, 6, '0') AS username, 'load-seed-' || n AS public_token,
    rtrim(translate(encode(sha256(convert_to(:'secret' || ':' || n, 'UTF8')), 'base64'), '+/', '-_'), '=') AS token
  FROM generate_series(1, :members) AS n;

INSERT INTO auth.member (username, public_token)
  SELECT username, public_token FROM wanted
  WHERE NOT EXISTS (SELECT FROM auth.member m WHERE m.public_token = wanted.public_token) ORDER BY n;
CREATE TEMP TABLE seeded AS
  SELECT n, id, m.username, token FROM wanted JOIN auth.member m USING (public_token);
CREATE INDEX ON seeded (id);
CREATE INDEX ON seeded (n);
ANALYZE seeded;
-- The previous member referred every second member.
UPDATE auth.member m SET referrer_id = referrer.id
  FROM seeded s JOIN seeded referrer ON referrer.n = s.n - 1
  WHERE m.id = s.id AND s.n % 2 = 0 AND m.referrer_id IS NULL
    AND NOT EXISTS (SELECT FROM tipping_ledger.account a WHERE a.id = s.id);
INSERT INTO auth.session (token_hash, member_id)
  SELECT sha256(convert_to(token, 'UTF8')), id FROM seeded
  ON CONFLICT (token_hash) DO UPDATE SET created_at = now(), last_used_at = now();

INSERT INTO posts.author (id, username, is_verified, version)
  SELECT id, username, false, 1 FROM seeded ON CONFLICT DO NOTHING;
-- Members 1, 6, 11 … write and the others tip, so that no member meets their own post.
CREATE TEMP TABLE missing AS
  SELECT nextval(pg_get_serial_sequence('posts.post', 'id')) AS post_id, p.n, a.id AS author_id,
    now() - (p.n % 720) * interval '1 hour' AS written_at
  FROM generate_series(1, :posts) AS p (n)
  JOIN seeded a ON a.n = 1 + 5 * ((p.n::bigint * 7919) % greatest(:members / 5, 1))
  WHERE 'Load test post ' || p.n NOT IN (
    SELECT r.title FROM posts.post_revision r JOIN posts.post ON post.id = r.post_id JOIN seeded ON seeded.id = author_id)
  ORDER BY p.n;
INSERT INTO posts.post (id, author_id, created_at) OVERRIDING SYSTEM VALUE
  SELECT post_id, author_id, written_at FROM missing;
WITH written AS (
  INSERT INTO posts.post_revision (post_id, title, body, status, created_at, decided_at)
  SELECT post_id, 'Load test post ' || n,
    repeat('What somebody wrote on a day like any other, long enough to be read. ', 5 + n % 20),
    'approved', written_at, written_at
  FROM missing RETURNING id, post_id
)
SELECT post_id, id INTO TEMP published FROM written;
SET LOCAL search_path = posts;
UPDATE posts.post p SET published_revision_id = r.id, latest_revision_id = r.id
  FROM published r WHERE r.post_id = p.id;
INSERT INTO posts.post_rank (post_id, published_at) SELECT post_id, written_at FROM missing;
-- Each member follows five of those who write, so that Following has posts for them.
INSERT INTO follow (follower_id, author_id)
  SELECT reader.id, followed.id
  FROM (SELECT array_agg(DISTINCT author_id) AS ids FROM post JOIN seeded ON seeded.id = author_id) AS writers,
    seeded AS reader, generate_series(0, 4) AS turn,
    LATERAL (SELECT writers.ids[1 + (5 * reader.n + turn) % cardinality(writers.ids)] AS id) AS followed
  WHERE followed.id <> reader.id AND NOT EXISTS (SELECT FROM follow WHERE follower_id = reader.id);

COMMIT;

-- Money as in a sign-up: the ledger's own function opens an account and moves its bonus from the treasury. Tips wait
-- while it works, so it opens a few accounts per commit, and pauses in between.
SET search_path = tipping_ledger;
CREATE TEMP TABLE unopened AS
  SELECT row_number() OVER (ORDER BY m.id) AS place, m.id, m.referrer_id
  FROM seeded JOIN auth.member m USING (id)
  WHERE NOT EXISTS (SELECT FROM account a WHERE a.id = m.id);
SELECT format('SELECT FROM unnest(%L::bigint[], %L::bigint[]) AS member (id, referrer_id), open_account(id, referrer_id)',
    array_agg(id ORDER BY id), array_agg(referrer_id ORDER BY id)),
  'SELECT pg_sleep(0.005)'
FROM unopened GROUP BY (place - 1) / 10 ORDER BY min(place)
\gexec
INSERT INTO post_total (post_id, author_id, open, version)
  SELECT p.id, p.author_id, true, 1 FROM posts.post p JOIN seeded a ON a.id = p.author_id
  WHERE p.published_revision_id IS NOT NULL AND p.deleted_at IS NULL ON CONFLICT DO NOTHING;

-- Data for the journeys; the caller has the secret and makes the tokens itself.
SELECT json_build_object(
  'members', (SELECT count(*) FROM seeded),
  'posts', (SELECT json_agg(p.id ORDER BY p.id) FROM posts.post p JOIN seeded a ON a.id = p.author_id
    WHERE p.published_revision_id IS NOT NULL AND p.deleted_at IS NULL AND a.n % 5 = 1));
VACUUM ANALYZE auth.member, auth.session, posts.author, posts.follow, posts.post, posts.post_revision,
  posts.post_rank, tipping_ledger.account, tipping_ledger.movement, tipping_ledger.post_total;
