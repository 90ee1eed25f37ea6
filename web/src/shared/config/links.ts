import { paths } from './paths';

/** The feeds, as the header and the mobile menu list them (spec, section 2). */
export const FEED_LINKS = [
  { to: paths.best, label: 'Best' },
  { to: paths.new, label: 'New' },
  { to: paths.following, label: 'Following' },
];
