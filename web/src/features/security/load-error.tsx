import { Button } from '../../shared/ui/button';

/** In the place of a list that could not be loaded. */
export function LoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-15 text-muted">
      <p role="alert">This could not be loaded.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
