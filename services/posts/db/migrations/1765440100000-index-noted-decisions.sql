-- erase_old_notes() looks for old notes, and for those about authors who have left, among the few decisions that have one.

CREATE INDEX CONCURRENTLY moderation_decision_noted ON moderation_decision (id) WHERE note IS NOT NULL;
