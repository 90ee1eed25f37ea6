-- The moderators' queue and the log of decisions, and suspended authors, whose posts are withheld.

ALTER TABLE author
  ADD COLUMN suspended boolean NOT NULL DEFAULT false,
  ADD COLUMN standing_version integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN author.standing_version IS 'of the last news of the standing that auth told';

-- Whatever shows posts asks for a published revision, so a post without one is hidden everywhere.
ALTER TABLE post ADD COLUMN withheld_revision_id bigint REFERENCES post_revision;
COMMENT ON COLUMN post.withheld_revision_id IS 'what would be published if the author were not suspended';
CREATE INDEX post_withheld ON post (author_id) WHERE withheld_revision_id IS NOT NULL;

ALTER TABLE post_revision ADD COLUMN asked_at timestamptz;
COMMENT ON COLUMN post_revision.asked_at IS 'when it was left to a person; null while the automatic check has it';
UPDATE post_revision SET asked_at = created_at WHERE status = 'pending';
CREATE INDEX post_revision_queue ON post_revision (id) WHERE status = 'pending' AND asked_at IS NOT NULL;
DROP INDEX post_revision_waiting;

-- Who decided what, when and why. One decision a revision: the first stands.
CREATE TABLE moderation_decision (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  revision_id bigint NOT NULL CONSTRAINT moderation_decided_once UNIQUE REFERENCES post_revision,
  post_id bigint NOT NULL REFERENCES post,
  author_id bigint NOT NULL REFERENCES author,
  moderator_id bigint REFERENCES author CHECK (moderator_id <> author_id),
  verdict text NOT NULL CHECK (verdict IN ('approved', 'rejected')),
  reasons text[] NOT NULL,
  note text CHECK (length(note) <= 500),
  decided_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN moderation_decision.moderator_id IS 'null where the automatic check decided';
CREATE INDEX moderation_decision_of_author ON moderation_decision (author_id, verdict);
CREATE INDEX moderation_decision_by_moderators ON moderation_decision (id DESC) WHERE moderator_id IS NOT NULL;
CREATE INDEX moderation_decision_by_check ON moderation_decision (id DESC) WHERE moderator_id IS NULL;

-- The log is append-only for everybody but the tables' owner.
DO $$
DECLARE
  working_role text;
BEGIN
  FOR working_role IN
    SELECT DISTINCT grantee FROM information_schema.role_table_grants
    WHERE table_schema = current_schema() AND table_name = 'moderation_decision' AND grantee <> current_user
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE ON moderation_decision FROM %I', working_role);
  END LOOP;
END $$;
