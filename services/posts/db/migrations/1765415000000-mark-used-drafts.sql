-- Whether a text began with a draft, as found when the draft is 30 days old, so that later searches for unused ones pass it over.
-- A service of the version before reads all old drafts each hour, as ever, now without an index.

ALTER TABLE ai_draft ADD COLUMN is_used boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN ai_draft.is_used IS 'set once the draft is 30 days old and a text began with it';
CREATE INDEX ai_draft_unused ON ai_draft (heard_at) WHERE NOT is_used;
DROP INDEX ai_draft_age;
