import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '../shared/config/paths';
import { lazyScreen } from '../shared/ui/lazy-component';
import { BestScreen } from '../routes/best';
import { ScreenBoundary } from './screen-boundary';

// Most visits start at Best, so it is in the first chunk; the other screens are loaded when they are opened.
const NewScreen = lazyScreen(() => import('../routes/new'), 'NewScreen');
const FollowingScreen = lazyScreen(() => import('../routes/following'), 'FollowingScreen');
const CreateScreen = lazyScreen(() => import('../routes/create'), 'CreateScreen');
const EditScreen = lazyScreen(() => import('../routes/edit'), 'EditScreen');
const POST_PATH = '/p/:id';
const PostScreen = lazyScreen(() => import('../routes/post'), 'PostScreen');
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

/**
 * Loads what the first screen at this path waits for: a post and its code, which
 * index.html has already requested.
 */
export async function preloadScreen(path: string, client: QueryClient): Promise<void> {
  const post = matchPath(POST_PATH, path);
  if (!post) return;
  const asked = import('../shared/posts/post.api').then(({ prefetchPost }) =>
    prefetchPost(client, post.params.id),
  );
  await Promise.allSettled([PostScreen.preload(), asked]);
}

/** Maps each address to its screen (spec, section 2). */
export function Router() {
  const { pathname } = useLocation();
  return (
    // Outside the boundary, which is new for each path, so that the old screen stays
    // until the new one is ready.
    <Suspense fallback={null}>
      <ScreenBoundary key={pathname}>
        <Routes>
          <Route path="/" element={<Navigate to={paths.best} replace />} />
          <Route path="/best" element={<BestScreen />} />
          <Route path="/new" element={<NewScreen />} />
          <Route path="/following" element={<FollowingScreen />} />
          <Route path="/create" element={<CreateScreen />} />
          <Route path="/edit/:postId" element={<EditScreen />} />
          <Route path={POST_PATH} element={<PostScreen />} />
          <Route path="/u/:username" element={<MemberScreen />} />
          <Route path="/settings" element={<SettingsScreen />} />
          <Route path="/wallet" element={<WalletScreen />} />
          <Route path="/moderation" element={<ModerationScreen />} />
          <Route path="/giveaways" element={<GiveawaysScreen />} />
          <Route path="/giveaways/:id" element={<GiveawayScreen />} />
          <Route path="/whitepaper" element={<WhitePaperScreen />} />
          <Route path="/privacy-policy" element={<PrivacyPolicyScreen />} />
          <Route path="/terms-of-service" element={<TermsOfServiceScreen />} />
          <Route path="/how-we-select-winners" element={<HowWeSelectWinnersScreen />} />
          <Route path="*" element={<OtherScreen />} />
        </Routes>
      </ScreenBoundary>
    </Suspense>
  );
}
