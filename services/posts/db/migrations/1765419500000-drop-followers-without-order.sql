-- Made by a release before. follow_of_author serves version N-1 as well.
DROP INDEX CONCURRENTLY IF EXISTS follow_author;
