import { Button } from '../../shared/ui/button';
import { useFollow } from './use-follow';

/** Follows the member of a profile, or stops it; keeps its place until it knows which. */
export function FollowButton({ username }: { username: string }) {
  const { isFollowing, toggle } = useFollow(username);
  const visibility = isFollowing === undefined ? 'invisible' : '';
  return (
    <Button
      look={isFollowing ? 'quiet' : 'primary'}
      className={`min-w-26 shrink-0 ${visibility}`}
      onClick={toggle}
    >
      {isFollowing ? 'Unfollow' : 'Follow'}
    </Button>
  );
}
