import { Bone } from '../../shared/ui/skeleton';

/** Placeholder of a text of the queue that is loading. */
export function ReviewSkeleton() {
  return (
    <div role="status" className="card animate-shimmer p-4 sm:p-6">
      <span className="sr-only">Loading</span>
      <div className="flex items-center gap-3">
        <Bone className="size-10 rounded-full" />
        <Bone className="h-4 w-2/5" />
      </div>
      <Bone className="mt-5 h-6 w-3/5" />
      <Bone className="mt-4 h-4 w-full" />
      <Bone className="mt-2 h-4 w-full" />
      <Bone className="mt-2 h-4 w-2/3" />
    </div>
  );
}
