import { isDeletedUsername } from '@likewell/contracts/core/deleted-username';

/** A member's username as people read it. */
export const shownName = (username: string): string =>
  isDeletedUsername(username) ? 'deleted member' : username;
