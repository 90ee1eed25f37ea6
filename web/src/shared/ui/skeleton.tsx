/** A grey bar in place of a text that is loading. */
export function Bone({ className }: { className: string }) {
  return <div className={`rounded-md bg-raised ${className}`} />;
}
