import { isDeletedUsername } from '@likewell/contracts/core/deleted-username';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMemberFeed } from '../features/feed/feed.api';
import { FollowButton } from '../features/follow/follow-button';
import { ProfileHeader } from '../features/profile/profile-header';
import { isNotFound } from '../shared/api/api-error';
import { paths } from '../shared/config/paths';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { useProfile } from '../shared/members/profile.api';
import { shownName } from '../shared/members/shown-name';
import { useUser } from '../shared/session/session-store';
import { ButtonLink } from '../shared/ui/button';
import { EmptyState } from '../shared/ui/empty-state';
import { NotFoundScreen } from './not-found';
import { PostFeed } from './parts/post-feed';

/** The screen /u/{username}: a member's posts. */
export function MemberScreen({ username }: { username: string }) {
  const isOwn = useUser()?.username === username.toLowerCase();
  const heading = isOwn ? 'My posts' : `${shownName(username)}'s Posts`;
  const feed = useMemberFeed(username);
  // A new member may be known to the session before the posts service knows them.
  const isUnknown = !isOwn && isNotFound(feed.failure);
  useDocumentTitle(isUnknown ? undefined : heading);
  useCurrentAddress(username);
  const create = (
    <ButtonLink look="primary" to={paths.create}>
      Create
    </ButtonLink>
  );
  if (isUnknown) return <NotFoundScreen />;
  return (
    <>
      <ProfileHeader username={username} heading={heading}>
        {/* Shown once the list is loaded, which proves that the member exists; its
            space is reserved before. */}
        {!isOwn &&
          !isDeletedUsername(username) &&
          (feed.isLoaded ? <FollowButton username={username} /> : <span className="h-tap w-26 shrink-0" />)}
      </ProfileHeader>
      <PostFeed
        feed={feed}
        empty={
          <EmptyState
            title="No posts yet"
            text="Share your first post to get started"
            action={isOwn ? create : undefined}
          />
        }
      />
    </>
  );
}

/** Changes the address to the member's present name when they were found by a former name or another spelling. */
function useCurrentAddress(username: string): void {
  const navigate = useNavigate();
  const current = useProfile(username).data?.username ?? username;
  useEffect(() => {
    if (current !== username) void navigate(paths.member(current), { replace: true });
  }, [current, username, navigate]);
}
