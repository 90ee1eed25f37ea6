import { Bone } from '../../shared/ui/skeleton';

/** The shape of a post card whose post is on its way. */
export function PostSkeleton() {
  return (
    <div className="card animate-shimmer p-3 sm:p-4" aria-hidden="true" data-testid="post-skeleton">
      <div className="flex items-center gap-3">
        <Bone className="size-10 rounded-full" />
        <div className="grid gap-2">
          <Bone className="h-3.5 w-28" />
          <Bone className="h-3 w-20" />
        </div>
      </div>
      <Bone className="mt-5 h-5 w-3/4" />
      <Bone className="mt-4 h-3.5 w-full" />
      <Bone className="mt-2.5 h-3.5 w-full" />
      <Bone className="mt-2.5 h-3.5 w-11/12" />
      <Bone className="mt-2.5 h-3.5 w-2/3" />
      <div className="mt-5 flex gap-2">
        <Bone className="h-10 w-24 rounded-full" />
        <Bone className="h-10 w-24 rounded-full" />
      </div>
    </div>
  );
}
