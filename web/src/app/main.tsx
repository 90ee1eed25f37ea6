import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { restoreSession } from '../features/auth/restore-session';
import { followOtherTabs } from '../features/theme/theme-store';
import { makeQueryClient } from '../shared/api/query-client';
import { paths } from '../shared/config/paths';
import { storeReferral } from '../shared/session/referral';
import { App } from './app';
import { preloadScreen } from './router';

followOtherTabs();
storeReferral(location.search);
// Before there is anything to press: a change of address takes away what was opened, and the router's comes after the first paint.
if (location.pathname === '/') history.replaceState(history.state, '', paths.best);
void restoreSession();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
/** A screen that is there at once needs no second start; one that is late is waited for where it belongs. */
const SCREEN_WITHIN_MS = 300;

const queryClient = makeQueryClient();
void Promise.race([
  preloadScreen(location.pathname, queryClient),
  new Promise((resolve) => setTimeout(resolve, SCREEN_WITHIN_MS)),
]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} />
    </StrictMode>,
  ),
);
