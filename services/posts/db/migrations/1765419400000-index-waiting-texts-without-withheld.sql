-- What moderators are shown, and what is counted, begins behind no text of a suspended author. A service of the version before, which does
-- not know the mark, reads post_revision_queue and post_revision_waiting, which a later release drops.
CREATE INDEX post_revision_shown_queue ON post_revision (id) WHERE status = 'pending' AND asked_at IS NOT NULL AND NOT is_withheld;
CREATE INDEX post_revision_shown_waiting ON post_revision (id) WHERE status = 'pending' AND NOT is_withheld;
