import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PageRouter } from '../shared/history/page-router';
import { awaitFirstScreen, useIsLoaded } from '../shared/hooks/use-is-loaded';
import { lazyComponent } from '../shared/ui/lazy-component';
import { LazyPart } from '../shared/ui/lazy-part';
import { DialogHost } from './dialog-host';
import { Router } from './router';
import { ScrollToTop } from './scroll-to-top';
import { Shell } from './shell/shell';

const Companions = lazyComponent(() => import('./companions'), 'Companions');

export function App({ queryClient }: { queryClient: QueryClient }) {
  const isLoaded = useIsLoaded();
  useEffect(() => void awaitFirstScreen(queryClient), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <PageRouter>
        <ScrollToTop />
        {/* Before the page, because its content comes first in the keyboard order. */}
        {isLoaded && (
          <LazyPart>
            <Companions />
          </LazyPart>
        )}
        <Shell>
          <Router />
        </Shell>
        <DialogHost />
      </PageRouter>
    </QueryClientProvider>
  );
}
