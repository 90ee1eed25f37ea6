-- What members may do for the house, and an order for the news of their standing.

ALTER TABLE member
  ADD COLUMN role text NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'moderator', 'admin')),
  ADD COLUMN standing_version integer NOT NULL DEFAULT 1;
COMMENT ON COLUMN member.standing_version IS 'grows whenever the member is suspended or reinstated';
