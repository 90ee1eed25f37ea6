-- Posts with their revisions, the authors as auth tells of them, and the order of Best.

CREATE TABLE author (
  id bigint PRIMARY KEY,
  username text NOT NULL,
  avatar text,
  is_verified boolean NOT NULL,
  version integer NOT NULL
);
CREATE INDEX author_username ON author (username);
COMMENT ON TABLE author IS 'a copy, kept in step by events of auth';

CREATE TABLE post (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_id bigint NOT NULL REFERENCES author,
  published_revision_id bigint,
  latest_revision_id bigint,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX post_new ON post (id DESC) WHERE published_revision_id IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX post_of_author ON post (author_id, id DESC) WHERE deleted_at IS NULL;
COMMENT ON COLUMN post.version IS 'grows whenever the post is published or withdrawn';

-- A text that the author proposed. A verdict hangs on it, and the approved one is what readers see.
CREATE TABLE post_revision (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  post_id bigint NOT NULL REFERENCES post,
  title text NOT NULL,
  body text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'superseded')),
  reasons text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz
);
CREATE INDEX post_revision_of_post ON post_revision (post_id, id DESC);
CREATE INDEX post_revision_waiting ON post_revision (id) WHERE status = 'pending';
ALTER TABLE post ADD FOREIGN KEY (published_revision_id) REFERENCES post_revision;
ALTER TABLE post ADD FOREIGN KEY (latest_revision_id) REFERENCES post_revision;

-- Apart from the wide row, so that a tip rewrites little.
CREATE TABLE post_rank (
  post_id bigint PRIMARY KEY REFERENCES post,
  likes_sum numeric(30) NOT NULL DEFAULT 0,
  published_at timestamptz NOT NULL DEFAULT now(),
  visible boolean NOT NULL DEFAULT true
) WITH (fillfactor = 80);
CREATE INDEX post_best ON post_rank (likes_sum DESC, post_id DESC) WHERE visible;
CREATE INDEX post_published ON post_rank (published_at DESC) WHERE visible;
