import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { restoreSession } from '../features/auth/restore-session';
import { makeQueryClient } from '../shared/api/query-client';
import { paths } from '../shared/config/paths';
import { storeReferral } from '../shared/session/referral';
import { App } from './app';
import { preloadScreen } from './router';

storeReferral(location.search);
// Before anything can be pressed: a change of address closes open overlays, and the router's redirect would
// come after the first paint.
if (location.pathname === '/') history.replaceState(history.state, '', paths.best);
void restoreSession();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
/**
 * How long the first rendering waits for the post that the first screen shows. One that comes within it needs no
 * second rendering; until a later one comes, its place is empty.
 */
const POST_WITHIN_MS = 300;

const queryClient = makeQueryClient();
void Promise.race([
  preloadScreen(location.pathname, queryClient),
  new Promise((resolve) => setTimeout(resolve, POST_WITHIN_MS)),
]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} />
    </StrictMode>,
  ),
);
