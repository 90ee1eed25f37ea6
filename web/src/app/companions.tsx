import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLateFeeds } from '../features/feed/use-late-feeds';
import { followOtherTabs } from '../features/theme/theme-store';
import { useOpenTips } from '../features/tip/tip.api';
import { useChangesOfBalance } from '../features/wallet/wallet.api';
import { resumeReads } from '../shared/api/resume-reads';
import { followHistory } from '../shared/history/overlay-history';
import { useMemberId } from '../shared/session/session-store';
import { WaitingDialog } from '../shared/ui/lazy-popup';
import { LoadingBar } from '../shared/ui/loading-bar';
import { Announcer } from './announcer';
import { BackToPlace } from './back-to-place';
import { preloadDialogs } from './lazy-dialogs';
import { NoticeHost } from './notice-host';
import { registerServiceWorker } from './register-service-worker';
import { RouteAnnouncer } from './route-announcer';
import { useFreshMember } from './use-fresh-member';

/** Parts that belong to every screen and can be loaded a moment after the first one. */
export function Companions() {
  const client = useQueryClient();
  useFreshMember();
  useOpenTips(useMemberId());
  useChangesOfBalance();
  useLateFeeds();
  useEffect(() => resumeReads(client), [client]);
  useEffect(followHistory, []);
  useEffect(followOtherTabs, []);
  useEffect(() => void WaitingDialog.preload(), []);
  useEffect(preloadDialogs, []);
  useEffect(registerServiceWorker, []);
  return (
    <>
      <BackToPlace />
      <NoticeHost />
      <LoadingBar />
      <RouteAnnouncer />
      <Announcer />
    </>
  );
}
