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
          <Bone round className="size-6" />
          <Bone className="h-3.5 w-40" />
        </div>
        <Bone className="mt-4 h-6 w-3/4" />
        <Bone className="mt-5 h-4 w-full" />
        <Bone className="mt-3 h-4 w-full" />
        <Bone className="mt-3 h-4 w-full" />
        <Bone className="mt-3 h-4 w-2/3" />
      </div>
      <div className="flex items-center border-line max-sm:h-14 max-sm:justify-between max-sm:border-t max-sm:px-4 sm:flex-col sm:gap-3 sm:border-l sm:px-2 sm:pt-5">
        <Bone round className="size-6.5 max-sm:hidden" />
        <Bone className="h-6 w-24 sm:w-16" />
        <Bone round className="h-tap w-16 sm:mt-4" />
      </div>
    </div>
  );
}
