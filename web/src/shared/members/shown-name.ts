import { isDeletedUsername } from '@likewell/contracts/core/deleted-username';

/** Returns a member's username as people read it. */
export const shownName = (username: string): string =>
  isDeletedUsername(username) ? 'deleted member' : username;
