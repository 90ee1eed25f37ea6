-- What usernames are read as, so that nobody new has one that passes for another member's.

-- The same as `skeletonOf` in src/usernames/skeleton.ts; a change of either needs another migration.
ALTER TABLE member
  ADD COLUMN username_skeleton text NOT NULL GENERATED ALWAYS AS (
    replace(replace(translate(username, '013457i_', 'oleastl'), 'rn', 'm'), 'vv', 'w')) STORED,
  ADD COLUMN skeleton_is_shared boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN member.skeleton_is_shared IS 'true of a member whose name was theirs before it mattered, or is again';

-- Members keep the names that they have, and the first of each kind has it to themselves.
UPDATE member SET skeleton_is_shared = true
WHERE id IN (
  SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY username_skeleton ORDER BY id) AS place FROM member) placed
  WHERE place > 1);
CREATE UNIQUE INDEX member_skeleton_taken ON member (username_skeleton) WHERE NOT skeleton_is_shared;
CREATE INDEX member_skeleton ON member (username_skeleton);

ALTER TABLE former_username
  ADD COLUMN skeleton text NOT NULL GENERATED ALWAYS AS (
    replace(replace(translate(username, '013457i_', 'oleastl'), 'rn', 'm'), 'vv', 'w')) STORED;
CREATE INDEX former_username_skeleton ON former_username (skeleton);
