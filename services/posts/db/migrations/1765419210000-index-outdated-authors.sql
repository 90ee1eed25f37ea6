-- The job that marks texts asks every few seconds whose marks are not as their author's status.
CREATE INDEX CONCURRENTLY author_texts_outdated ON author (id) WHERE suspended <> texts_withheld;
