import { paths } from '../../shared/config/paths';

/** Links in the menu 'More' and in the mobile menu (spec, section 2), which are not part of the first load. */
export const MORE_LINKS = [
  { to: paths.giveaways, label: 'Giveaways' },
  { to: paths.whitePaper, label: 'White paper' },
  { to: paths.privacyPolicy, label: 'Privacy policy' },
  { to: paths.termsOfService, label: 'Terms of Service' },
];
