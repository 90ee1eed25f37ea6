import { BadgeCheck } from 'lucide-react';
import { shownName } from '../members/shown-name';

interface MemberNameProps {
  member: { username: string; is_verified: boolean };
}

/** A member's name with its verified badge. */
export function MemberName({ member }: MemberNameProps) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <span dir="auto" className="truncate">
        {shownName(member.username)}
      </span>
      {member.is_verified && (
        <BadgeCheck role="img" aria-label="Verified" className="size-[1.1em] shrink-0 text-accent" />
      )}
    </span>
  );
}
