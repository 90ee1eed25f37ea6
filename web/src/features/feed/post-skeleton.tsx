import { Bone } from '../../shared/ui/skeleton';

/** The shape of a post card whose post is loading. */
export function PostSkeleton() {
  return (
    <div
      className="card animate-shimmer sm:grid sm:grid-cols-[minmax(0,1fr)_max(104px,6.5rem)]"
      aria-hidden="true"
      data-testid="post-skeleton"
    >
      <div className="px-4 pt-3 pb-5 sm:px-6 sm:pt-5 sm:pb-7">
        <div className="flex items-center gap-2">
          <Bone className="size-6 rounded-full" />
          <Bone className="h-3.5 w-40" />
        </div>
        <Bone className="mt-4 h-6 w-3/4" />
        <Bone className="mt-5 h-4 w-full" />
        <Bone className="mt-3 h-4 w-full" />
        <Bone className="mt-3 h-4 w-11/12" />
        <Bone className="mt-3 h-4 w-2/3" />
      </div>
      <div className="flex h-14 items-center justify-between border-t border-line px-4 sm:h-auto sm:flex-col sm:justify-start sm:gap-3 sm:border-t-0 sm:border-l sm:px-2 sm:pt-5">
        <Bone className="h-6 w-24 sm:hidden" />
        <Bone className="hidden size-6.5 rounded-full sm:block" />
        <Bone className="hidden h-6 w-16 sm:block" />
        <Bone className="h-10 w-16 rounded-full sm:mt-4" />
      </div>
    </div>
  );
}
