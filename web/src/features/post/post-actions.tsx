import type { Post } from '@likewell/contracts/gateway/posts';
import { Share2 } from 'lucide-react';
import { openDialog } from '../../shared/dialogs/dialog-store';
import { readNano } from '../../shared/format/amounts';
import { useTipCount } from '../../shared/posts/sent-tips';
import { useSession } from '../../shared/session/session-store';
import { Button } from '../../shared/ui/button';
import { LikeAmount } from '../../shared/ui/like-amount';
import { LikeMark } from '../../shared/ui/like-mark';

interface PostActionsProps {
  post: Post;
  isOwn: boolean;
}

/** Under a post: what it received, the way to tip it, and the way to share it. */
export function PostActions({ post, isOwn }: PostActionsProps) {
  const signedIn = useSession().token !== null;
  // Counts up for a tip sent from here, not for those of others that a refresh brings.
  const countUp = useTipCount(post.id) > 0;
  const received = <LikeAmount nano={readNano(post.likesSumNano)} countUp={countUp} />;
  return (
    <footer className="mt-3 flex flex-wrap gap-2">
      {isOwn ? (
        <span className="inline-flex min-h-10 min-w-20 items-center gap-2 px-1 text-15 font-medium text-accent">
          <LikeMark />
          <span className="sr-only">Received: </span>
          {received}
        </span>
      ) : (
        <Button
          look="money"
          className="min-w-22"
          onClick={() => openDialog(signedIn ? { kind: 'tip', post } : { kind: 'auth', tab: 'login' })}
        >
          <LikeMark />
          <span className="sr-only">Send tokens. Received: </span>
          {received}
        </Button>
      )}
      <Button onClick={() => openDialog({ kind: 'share', postId: post.id })}>
        <Share2 className="size-4.5" />
        Share
      </Button>
    </footer>
  );
}
