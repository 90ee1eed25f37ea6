import type { Post } from '@likewell/contracts/gateway/posts';
import { getSession } from '../session/session-store';
import { openDialog } from './dialog-store';

/** Opens the dialog that tips a post. A visitor logs in first, and may then be its author. */
export function askToTip(post: Post): void {
  if (getSession().token !== null) {
    openDialog({ kind: 'tip', post });
    return;
  }
  const onSignedIn = () => {
    if (getSession().user?.id !== post.author.id) openDialog({ kind: 'tip', post });
  };
  openDialog({ kind: 'auth', tab: 'login', onSignedIn });
}
