import { ApiError, isPassing } from '../../shared/api/api-error';

const TOO_MANY_REQUESTS = 429;

interface UnknownOutcomeProps {
  error: Error | null;
  /** What to do, since nobody knows whether the change was made. */
  children: string;
}

/** A sentence beside the one that the spec has for every failure, after one that may have made the change. */
export function UnknownOutcome({ error, children }: UnknownOutcomeProps) {
  const isRateLimited = error instanceof ApiError && error.status === TOO_MANY_REQUESTS;
  return (
    <p role="status" className="text-15 text-muted empty:-mt-4">
      {isPassing(error) && !isRateLimited && children}
    </p>
  );
}
