-- What moderators are shown begins behind no text of a suspended author. A service of the version before, which does not know the mark,
-- reads post_revision_queue, which a later release drops.
CREATE INDEX CONCURRENTLY post_revision_shown_queue ON post_revision (id)
  WHERE status = 'pending' AND asked_at IS NOT NULL AND NOT is_withheld;
