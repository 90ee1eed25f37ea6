/** The name under which the posts and tips of somebody stay who has left; nobody can take it. */
const TOMBSTONE = /^deleted_+\d+$/;

/** True of a username, in its stored form, whose account was deleted for good. */
export const isDeletedUsername = (username: string): boolean => TOMBSTONE.test(username);
