-- Apart from the new index, which also serves version N-1: writers that wait for its build would deadlock with the drop.
DROP INDEX follow_author;
