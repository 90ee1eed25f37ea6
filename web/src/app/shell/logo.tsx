import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { SITE } from '../../shared/config/site';
import { LikeMark } from '../../shared/ui/like-mark';

export function Logo() {
  return (
    <Link
      to={paths.best}
      aria-label={`${SITE.name}, home`}
      className="flex min-h-tap items-center gap-2 rounded-lg lg:mr-4"
    >
      <LikeMark className="size-7 text-accent" />
      <span className="hidden text-21 font-title tracking-[-0.02em] min-[22.5rem]:inline">{SITE.name}</span>
    </Link>
  );
}
