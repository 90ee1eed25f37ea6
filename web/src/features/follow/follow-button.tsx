import { Button } from '../../shared/ui/button';
import { useFollow } from './use-follow';

/**
 * Follows or unfollows the member of a profile; invisible, but with its space reserved,
 * until the state is known.
 */
export function FollowButton({ username }: { username: string }) {
  const { isFollowing, isChanging, toggle } = useFollow(username);
  const visibility = isFollowing === undefined ? 'invisible' : '';
  return (
    <Button
      look={isFollowing ? 'quiet' : 'primary'}
      className={`min-w-26 shrink-0 ${visibility}`}
      aria-disabled={isChanging}
      onClick={toggle}
    >
      {isFollowing ? 'Unfollow' : 'Follow'}
    </Button>
  );
}
