import { useIsSignedIn } from '../../shared/session/session-store';

/** Describes Likewell in a sentence for visitors. */
export function VisitorPromise() {
  if (useIsSignedIn()) return null;
  return (
    <p className="mb-3 px-1 text-15 text-muted lg:mb-4">
      <strong className="font-semibold text-fg">Readers pay writers here.</strong> 70% of every tip goes to
      the author.
    </p>
  );
}
