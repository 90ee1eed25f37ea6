import type { ReactNode } from 'react';
import { Button } from './button';
import { SectionSkeleton } from './section';

interface LoadedProps<Data> {
  query: { data: Data | undefined; isPending: boolean; isError: boolean; refetch: () => Promise<unknown> };
  children: (data: Data) => ReactNode;
}

/**
 * Shows the data of a section of settings: a skeleton until they are loaded, and a button to
 * try again after a failure.
 */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, isPending, isError, refetch } = query;
  return (
    <>
      {isPending && <SectionSkeleton />}
      {isError && (
        <div className="flex flex-wrap items-center gap-3 text-15 text-muted">
          <p role="alert">This could not be loaded.</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  );
}
