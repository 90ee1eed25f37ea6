import { paths } from './paths';

/** The feeds, as the header and the mobile menu list them (spec, section 2). */
export const FEED_LINKS = [
  { to: paths.best, label: 'Best' },
  { to: paths.new, label: 'New' },
  { to: paths.following, label: 'Following' },
];

/** Links in the menu 'More' (spec, section 2). */
export const MORE_LINKS = [
  { to: paths.giveaways, label: 'Giveaways' },
  { to: paths.whitePaper, label: 'White paper' },
  { to: paths.privacyPolicy, label: 'Privacy policy' },
  { to: paths.termsOfService, label: 'Terms of Service' },
];

/** The permanent documents, as each of them links to the others. */
export const DOCUMENT_LINKS = [
  { to: paths.whitePaper, label: 'White paper' },
  { to: paths.privacyPolicy, label: 'Privacy policy' },
  { to: paths.termsOfService, label: 'Terms of Service' },
  { to: paths.howWeSelectWinners, label: 'How we select winners' },
];
