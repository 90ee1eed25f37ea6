import { useState } from 'react';
import { DEFAULT_AVATAR } from '../config/limits';

interface AvatarProps {
  src: string | null | undefined;
  className?: string;
}

/** A member's picture; a missing or broken one gives way to the default. The name always stands beside it. */
export function Avatar({ src, className = 'size-10' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <img
      src={src && src !== broken ? src : DEFAULT_AVATAR}
      onError={() => setBroken(src ?? null)}
      alt=""
      // Text comes first.
      fetchPriority="low"
      width={40}
      height={40}
      className={`shrink-0 rounded-full bg-raised object-cover ${className}`}
    />
  );
}
