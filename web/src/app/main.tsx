import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { restoreSession } from '../features/auth/restore-session';
import { followOtherTabs } from '../features/theme/theme-store';
import { storeReferral } from '../shared/session/referral';
import { App } from './app';

followOtherTabs();
storeReferral(location.search);
void restoreSession();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
