-- The version before reads post_withheld_of_author just as well. By itself: who has read posts and wants to write some would wait for
-- the migration that made the new index, and this one for them.
DROP INDEX post_withheld;
