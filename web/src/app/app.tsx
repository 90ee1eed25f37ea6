import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { makeQueryClient } from '../shared/api/query-client';
import { DialogHost } from './dialog-host';
import { Router } from './router';
import { ScrollToTop } from './scroll-to-top';
import { Shell } from './shell/shell';

export function App() {
  const [queryClient] = useState(makeQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ScrollToTop />
        <Shell>
          <Router />
        </Shell>
        <DialogHost />
      </BrowserRouter>
    </QueryClientProvider>
  );
}
