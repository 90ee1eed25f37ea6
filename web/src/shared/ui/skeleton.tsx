/** A grey bar in the place of a text that is on its way. */
export function Bone({ className }: { className: string }) {
  return <div className={`rounded-md bg-raised ${className}`} />;
}
