import { ApiError } from '../../shared/api/api-error';
import { Status } from '../../shared/ui/status';

interface UnknownOutcomeProps {
  error: Error | null;
  /** What to do, since nobody knows whether the change was made. */
  children: string;
}

/** A sentence beside the one that the spec has for every failure, after one that may have made the change. */
export function UnknownOutcome({ error, children }: UnknownOutcomeProps) {
  const isUnknown = error instanceof ApiError && error.leavesOutcomeOpen && !error.isRateLimited;
  return <Status className="text-15 text-muted">{isUnknown && children}</Status>;
}
