-- Which draft of the AI a text began with, and which drafts there were.

ALTER TABLE post_revision ADD COLUMN draft_id uuid;
CREATE INDEX post_revision_of_draft ON post_revision (draft_id) WHERE draft_id IS NOT NULL;
COMMENT ON COLUMN post_revision.draft_id IS 'as the author says; it counts once ai_draft knows it';

CREATE TABLE ai_draft (
  id uuid PRIMARY KEY,
  heard_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ai_draft_age ON ai_draft (heard_at);
COMMENT ON TABLE ai_draft IS 'a copy, told by events of ai-drafting; one that no text began with is forgotten after 30 days';
