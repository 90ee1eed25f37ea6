import { UserMinus, UserPlus } from 'lucide-react';
import { MenuItem } from '../../shared/ui/menu-panel';
import { Bone } from '../../shared/ui/skeleton';
import { useFollow } from './use-follow';

/** What the menu of somebody else's post offers about its author; the menu stays, to show what came of it. */
export function FollowMenuItem({ username }: { username: string }) {
  const { isVisitor, isFollowing, toggle } = useFollow(username);
  if (isFollowing === undefined) {
    return (
      <MenuItem disabled>
        <Bone className="size-4.5 rounded-full" />
        <Bone className="h-3.5 w-24" />
        <span className="sr-only">Loading</span>
      </MenuItem>
    );
  }
  return (
    <MenuItem closeOnClick={isVisitor} onClick={toggle}>
      {isFollowing ? <UserMinus /> : <UserPlus />}
      {isFollowing ? 'Unfollow author' : 'Follow author'}
    </MenuItem>
  );
}
