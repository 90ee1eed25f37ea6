import { isDeletedUsername } from '@likewell/contracts/core/deleted-username';
import type { Post } from '@likewell/contracts/gateway/posts';
import { useState } from 'react';
import { openDialog } from '../../shared/dialogs/dialog-store';
import { readNano } from '../../shared/format/amounts';
import { useTipCount } from '../../shared/posts/sent-tips';
import { getSession } from '../../shared/session/session-store';
import { Button } from '../../shared/ui/button';
import { LikeAmount } from '../../shared/ui/like-amount';
import { LikeMark } from '../../shared/ui/like-mark';

interface PostTillProps {
  post: Post;
  isOwn: boolean;
}

/**
 * The amount that a post received, and the buttons to tip and to share it, once it is public: beside the post,
 * and under it on a phone. It stays in view beside a long text.
 */
export function PostTill({ post, isOwn }: PostTillProps) {
  const isPublic = post.is_public ?? true;
  return (
    <footer className="border-t border-line sm:border-t-0 sm:border-l">
      <div className="flex min-h-14 items-center gap-1 pr-2 pl-4 flex-wrap py-1.5 sm:sticky sm:top-(--bars) sm:flex-col sm:px-2 sm:pt-5 sm:pb-4">
        <Received post={post} />
        {isPublic && !isOwn && !isDeletedUsername(post.author.username) && (
          <Button
            look="outline"
            className="px-4.5 font-semibold max-sm:order-last sm:mt-3"
            onClick={() => askToTip(post)}
          >
            Tip
            <span className="sr-only">. Send tokens</span>
          </Button>
        )}
        {isPublic && (
          <Button
            look="plain"
            className="px-3 text-13! font-normal max-sm:ml-auto"
            onClick={() => openDialog({ kind: 'share', postId: post.id })}
          >
            Share
          </Button>
        )}
      </div>
    </footer>
  );
}

/**
 * The amount that a post received. It counts up after a tip from this page, but not when a
 * refresh brings tips of others.
 */
function Received({ post }: { post: Post }) {
  const tips = useTipCount(post.id);
  const [tipsBefore] = useState(tips);
  return (
    <p className="flex items-center gap-2 text-accent sm:flex-col sm:gap-0.5">
      <span className="relative grid shrink-0 *:col-start-1 *:row-start-1">
        <LikeMark className="size-5 sm:size-6.5" />
        {tips > tipsBefore && <span key={tips} aria-hidden="true" data-ripple className="ripple-once" />}
      </span>
      <span className="text-21 font-title leading-title sm:mt-1">
        <span className="sr-only">Received: </span>
        <LikeAmount nano={readNano(post.likesSumNano)} sentTips={tips} />
      </span>
      <span aria-hidden="true" className="text-13 text-muted max-[22.5rem]:hidden">
        LIKE
      </span>
    </p>
  );
}

/** Opens the dialog that tips a post. A visitor logs in first, and may then be its author. */
function askToTip(post: Post): void {
  if (getSession().token !== null) {
    openDialog({ kind: 'tip', post });
    return;
  }
  const onSignedIn = () => {
    if (getSession().user?.id !== post.author.id) openDialog({ kind: 'tip', post });
  };
  openDialog({ kind: 'auth', tab: 'login', onSignedIn });
}
