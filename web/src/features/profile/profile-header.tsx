import type { Profile } from '@likewell/contracts/gateway/users';
import type { ReactNode } from 'react';
import { compact, readNano } from '../../shared/format/amounts';
import { formatWhole } from '../../shared/format/whole-number';
import { useProfile } from '../../shared/members/profile.api';
import { Avatar } from '../../shared/ui/avatar';
import { LikeAmount } from '../../shared/ui/like-amount';
import { LikeMark } from '../../shared/ui/like-mark';
import { MemberName } from '../../shared/ui/member-name';
import { ShortNumber } from '../../shared/ui/short-number';
import { Bone } from '../../shared/ui/skeleton';

interface ProfileHeaderProps {
  username: string;
  /** The heading of the page. */
  heading: string;
  /** Actions about the member. */
  children?: ReactNode;
}

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/**
 * A member's profile: picture, date of registration, and numbers. Its height is the same
 * before and after it is loaded.
 */
export function ProfileHeader({ username, heading, children }: ProfileHeaderProps) {
  const { data: profile, isPending } = useProfile(username);
  return (
    <section
      aria-label="Profile"
      className="mb-5 grid items-center min-[18rem]:grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-4 sm:gap-x-6"
    >
      {isPending ? (
        <Bone round className="size-24 animate-shimmer" />
      ) : (
        <Avatar src={profile?.avatar} className="size-24" />
      )}
      <div className="stack gap-1">
        <h1 dir="auto" className="text-21 font-title leading-title wrap-anywhere sm:text-28">
          {heading}
        </h1>
        <p className="flex min-h-10 flex-wrap content-start gap-x-4 overflow-x-clip sm:min-h-5 text-13 text-muted">
          {profile && (
            <span className="inline-flex max-w-full font-semibold text-fg">
              <MemberName member={profile} />
            </span>
          )}
          {profile?.member_since && (
            // The dot lies in the gap to the name. At the beginning of a line it is clipped.
            <span className="relative before:absolute before:-left-2.5 before:content-['·'_/_'']">
              Member since{' '}
              <time dateTime={profile.member_since}>{month.format(new Date(profile.member_since))}</time>
            </span>
          )}
        </p>
      </div>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-line py-3 min-[18rem]:col-span-2">
        <dl className="flex min-h-11.25 flex-wrap items-end gap-x-6 gap-y-2 sm:gap-x-10">
          {profile && <Facts profile={profile} />}
        </dl>
        {children}
      </div>
    </section>
  );
}

function Facts({ profile }: { profile: Profile }) {
  const { followers, posts } = profile;
  return (
    <>
      <Fact name="LIKE received">
        <span className="flex items-center gap-1.5 text-accent">
          <LikeMark />
          <LikeAmount nano={readNano(profile.likeReceivedNano)} />
        </span>
      </Fact>
      <Fact name={followers === 1 ? 'Follower' : 'Followers'}>{count(followers)}</Fact>
      <Fact name={posts === 1 ? 'Post' : 'Posts'}>{count(posts)}</Fact>
    </>
  );
}

const count = (of: number) => <ShortNumber shown={compact.format(of)} exact={formatWhole(of)} />;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="text-17 font-title leading-title">{children}</dd>
    </div>
  );
}
