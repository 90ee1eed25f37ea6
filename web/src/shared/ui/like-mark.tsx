/** The coin drawn as a ripple: the product's logo, and the LIKE sign beside every amount. */
export function LikeMark({ className = 'size-[1.1em]' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" className={className} aria-hidden="true">
      <circle cx="12" cy="12" r="10" strokeWidth="1.8" opacity=".55" />
      <circle cx="12" cy="12" r="5.8" strokeWidth="2" />
      <circle cx="12" cy="12" r="2" fill="currentColor" stroke="none" />
    </svg>
  );
}
