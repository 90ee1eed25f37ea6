import { UserMinus, UserPlus } from 'lucide-react';
import { MenuItem } from '../../shared/ui/menu-panel';
import { Bone } from '../../shared/ui/skeleton';
import { useFollow } from './use-follow';

/**
 * The item that follows or unfollows the author, in the menu of somebody else's post. The menu
 * stays open to show the result.
 */
export function FollowMenuItem({ username }: { username: string }) {
  const { isVisitor, isFollowing, isChanging, toggle } = useFollow(username);
  if (isFollowing === undefined) {
    return (
      <MenuItem disabled>
        <Bone round className="size-4.5" />
        <Bone className="h-3.5 w-24" />
        <span className="sr-only">Loading</span>
      </MenuItem>
    );
  }
  return (
    <MenuItem closeOnClick={isVisitor} disabled={isChanging} onClick={toggle}>
      {isFollowing ? <UserMinus /> : <UserPlus />}
      {isFollowing ? 'Unfollow author' : 'Follow author'}
    </MenuItem>
  );
}
