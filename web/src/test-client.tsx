import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { makeQueryClient } from './shared/api/query-client';

interface WrapperProps {
  children: ReactNode;
}

/** Provides the cache of server data to a rendered test: `render(<Section />, { wrapper: inClient() })`. */
export function inClient(client = makeQueryClient()) {
  return ({ children }: WrapperProps) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
}

/** Does the same as {@link inClient}, with a router, for components with links to other screens. */
export function inPage(client = makeQueryClient()) {
  const Client = inClient(client);
  return ({ children }: WrapperProps) => (
    <MemoryRouter>
      <Client>{children}</Client>
    </MemoryRouter>
  );
}
