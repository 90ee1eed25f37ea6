import { Spinner } from '../../shared/ui/spinner';

/** Takes the place of a screen that waits for the server. */
export function Loading() {
  return (
    <div className="flex justify-center py-16 text-muted">
      <Spinner />
      <span className="sr-only">Loading</span>
    </div>
  );
}
