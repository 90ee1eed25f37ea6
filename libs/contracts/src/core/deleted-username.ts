/** Name that replaces the username of a deleted member on their posts and tips; it cannot be registered. */
const TOMBSTONE = /^deleted_+\d+$/;

/** True for a username, in its stored form, whose account was deleted for good. */
export const isDeletedUsername = (username: string): boolean => TOMBSTONE.test(username);
