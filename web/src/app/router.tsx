import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { paramsOf, type Screens, screenAt } from '../shared/history/screen-at';
import { prefetchPost } from '../shared/posts/post.api';
import { lazyScreen } from '../shared/ui/lazy-component';
import { BestScreen } from '../routes/best';
import { PostScreen } from '../routes/post';
import { ScreenBoundary } from './screen-boundary';

// Most visits start at Best or at a post, so these two are in the first chunk; the others are loaded when opened.
const NewScreen = lazyScreen(() => import('../routes/new'), 'NewScreen');
const FollowingScreen = lazyScreen(() => import('../routes/following'), 'FollowingScreen');
const CreateScreen = lazyScreen(() => import('../routes/create'), 'CreateScreen');
const EditScreen = lazyScreen(() => import('../routes/edit'), 'EditScreen');
const POST_PATH = '/p/:id';
const MemberScreen = lazyScreen(() => import('../routes/member'), 'MemberScreen');
const SettingsScreen = lazyScreen(() => import('../routes/settings'), 'SettingsScreen');
const WalletScreen = lazyScreen(() => import('../routes/wallet'), 'WalletScreen');
const ModerationScreen = lazyScreen(() => import('../routes/moderation'), 'ModerationScreen');
const GiveawaysScreen = lazyScreen(() => import('../routes/giveaways'), 'GiveawaysScreen');
const GiveawayScreen = lazyScreen(() => import('../routes/giveaway'), 'GiveawayScreen');
const WhitePaperScreen = lazyScreen(() => import('../routes/whitepaper'), 'WhitePaperScreen');
const PrivacyPolicyScreen = lazyScreen(() => import('../routes/privacy-policy'), 'PrivacyPolicyScreen');
const TermsOfServiceScreen = lazyScreen(() => import('../routes/terms-of-service'), 'TermsOfServiceScreen');
const HowWeSelectWinnersScreen = lazyScreen(
  () => import('../routes/how-we-select-winners'),
  'HowWeSelectWinnersScreen',
);
// The pages that mails link to are part of it: they add nothing to the first load.
const OtherScreen = lazyScreen(() => import('../routes/other'), 'OtherScreen');

/** Waits for the post that the first screen at this path shows, which index.html has already requested. */
export async function preloadScreen(path: string, client: QueryClient): Promise<void> {
  const params = paramsOf(POST_PATH, path);
  if (params) await prefetchPost(client, params.id);
}

/** Each address and its screen (spec, section 2), but for `/`: the start of the page leads from there to Best. */
const SCREENS: Screens = [
  ['/best', () => <BestScreen />],
  ['/new', () => <NewScreen />],
  ['/following', () => <FollowingScreen />],
  ['/create', () => <CreateScreen />],
  ['/edit/:postId', ({ postId }) => <EditScreen postId={postId} />],
  [POST_PATH, ({ id }) => <PostScreen id={id} />],
  ['/u/:username', ({ username = '' }) => <MemberScreen username={username} />],
  ['/settings', () => <SettingsScreen />],
  ['/wallet', () => <WalletScreen />],
  ['/moderation', () => <ModerationScreen />],
  ['/giveaways', () => <GiveawaysScreen />],
  ['/giveaways/:id', ({ id = '' }) => <GiveawayScreen id={id} />],
  ['/whitepaper', () => <WhitePaperScreen />],
  ['/privacy-policy', () => <PrivacyPolicyScreen />],
  ['/terms-of-service', () => <TermsOfServiceScreen />],
  ['/how-we-select-winners', () => <HowWeSelectWinnersScreen />],
];

export function Router() {
  const { pathname } = useLocation();
  return (
    // Outside the boundary, which is new for each path, so that the old screen stays
    // until the new one is ready.
    <Suspense fallback={null}>
      <ScreenBoundary key={pathname}>{screenAt(SCREENS, pathname) ?? <OtherScreen />}</ScreenBoundary>
    </Suspense>
  );
}
