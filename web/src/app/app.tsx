import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { makeQueryClient } from '../shared/api/query-client';
import { useIsLoaded } from '../shared/hooks/use-is-loaded';
import { lazyComponent } from '../shared/ui/lazy-component';
import { LazyPart } from '../shared/ui/lazy-part';
import { DialogHost } from './dialog-host';
import { Router } from './router';
import { ScrollToTop } from './scroll-to-top';
import { Shell } from './shell/shell';

const Companions = lazyComponent(() => import('./companions'), 'Companions');

export function App() {
  const [queryClient] = useState(makeQueryClient);
  const isLoaded = useIsLoaded();
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ScrollToTop />
        {/* Before the page, whose keyboard order begins with what it offers. */}
        {isLoaded && (
          <LazyPart>
            <Companions />
          </LazyPart>
        )}
        <Shell>
          <Router />
        </Shell>
        <DialogHost />
      </BrowserRouter>
    </QueryClientProvider>
  );
}
