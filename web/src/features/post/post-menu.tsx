import type { Post } from '@likewell/contracts/gateway/posts';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../shared/ui/button';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { LazyPopup } from '../../shared/ui/lazy-popup';
import { useLazyMenu } from '../../shared/ui/use-lazy-menu';

const PostMenuPanel = lazyComponent(() => import('./post-menu-panel'), 'PostMenuPanel');
const DeleteDialog = lazyComponent(() => import('./delete-dialog'), 'DeleteDialog');

/** A menu item of another feature, and a function that loads its code before the menu opens. */
export interface MenuAddition {
  item: ReactNode;
  preload: () => void;
}

interface PostMenuProps {
  post: Post;
  isOwn: boolean;
  addition: MenuAddition | undefined;
  onDeleted: (() => void) | undefined;
}

/** The menu of a post: Edit and Delete for its author; the added item and Report for everybody else. */
export function PostMenu({ post, isOwn, addition, onDeleted }: PostMenuProps) {
  const { wanted, buttonProps, panelProps, close } = useLazyMenu(() => {
    addition?.preload();
    return PostMenuPanel.preload();
  });
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Button look="plain" size="icon" aria-label={`More about “${post.title}”`} {...buttonProps}>
        <Ellipsis className="size-5" />
      </Button>
      <LazyPopup isOpen={panelProps.open} onClose={close}>
        {wanted && (
          <PostMenuPanel postId={post.id} isOwn={isOwn} onDelete={() => setDeleting(true)} {...panelProps}>
            {addition?.item}
          </PostMenuPanel>
        )}
      </LazyPopup>
      <LazyPopup isOpen={deleting} onClose={() => setDeleting(false)}>
        {deleting && (
          <DeleteDialog
            postId={post.id}
            opener={panelProps.anchor}
            onClosed={() => setDeleting(false)}
            onDeleted={onDeleted}
          />
        )}
      </LazyPopup>
    </>
  );
}
