-- Every replica counts the texts that wait for a check or a person twice a minute, which without this reads all texts that there are.

CREATE INDEX CONCURRENTLY post_revision_waiting ON post_revision (id) WHERE status = 'pending';
