-- Members' pictures, and the names that they gave up.

-- A picture is here while at least one member has it; its SHA-256 is its address.
CREATE TABLE avatar (
  sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  image bytea NOT NULL CHECK (length(image) <= 65536),
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE avatar ALTER COLUMN image SET STORAGE EXTERNAL;
ALTER TABLE member ADD CONSTRAINT member_avatar FOREIGN KEY (avatar_sha256) REFERENCES avatar;
CREATE INDEX member_avatar_sha256 ON member (avatar_sha256) WHERE avatar_sha256 IS NOT NULL;

-- A name that a member gave up leads to her and is kept for her for 90 days.
CREATE TABLE former_username (
  username text PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member,
  given_up_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX former_username_member ON former_username (member_id, given_up_at);
