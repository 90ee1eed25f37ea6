-- The version before reads post_withheld_of_author just as well.
DROP INDEX CONCURRENTLY IF EXISTS post_withheld;
