-- So does what is counted. A service of the version before reads post_revision_waiting, which a later release drops.
CREATE INDEX CONCURRENTLY post_revision_shown_waiting ON post_revision (id) WHERE status = 'pending' AND NOT is_withheld;
