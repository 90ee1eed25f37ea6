import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { resumeReads } from '../shared/api/resume-reads';
import { BackToPlace } from './back-to-place';
import { preloadDialogs } from './lazy-dialogs';

/** What accompanies every screen and can come a moment after the first. */
export function Companions() {
  const client = useQueryClient();
  useEffect(() => resumeReads(client), [client]);
  useEffect(preloadDialogs, []);
  return <BackToPlace />;
}
