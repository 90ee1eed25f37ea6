-- Made by a release before. deposit_listed_first serves version N-1 as well.
DROP INDEX CONCURRENTLY IF EXISTS deposit_listed;
