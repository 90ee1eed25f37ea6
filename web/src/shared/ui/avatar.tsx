import { useState } from 'react';
import { DEFAULT_AVATAR } from '../config/limits';

interface AvatarProps {
  src: string | null | undefined;
  className?: string;
}

/**
 * A member's picture; a missing or broken one is replaced by the default. The name is always shown beside it.
 */
export function Avatar({ src, className = 'size-10' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <img
      src={src && src !== broken ? src : DEFAULT_AVATAR}
      onError={() => setBroken(src ?? null)}
      alt=""
      // Texts are more urgent.
      fetchPriority="low"
      width={40}
      height={40}
      className={`shrink-0 rounded-full bg-raised object-cover ${className}`}
    />
  );
}
