const RADII = [94, 72, 50, 28];

interface RippleProps {
  className: string;
  /** Leaves the middle free for a text: only the outer rings, without the dot. */
  hollow?: boolean;
}

/** The logo's rings, large and faint, as a decoration in the corner of a card. */
export function Ripple({ className, hollow = false }: RippleProps) {
  const radii = hollow ? RADII.slice(0, 2) : RADII;
  return (
    <svg viewBox="0 0 200 200" fill="none" stroke="currentColor" className={className} aria-hidden="true">
      {radii.map((radius, ring) => (
        <circle key={radius} cx="100" cy="100" r={radius} strokeWidth="1.5" opacity={0.25 + ring * 0.2} />
      ))}
      {!hollow && <circle cx="100" cy="100" r="9" fill="currentColor" stroke="none" />}
    </svg>
  );
}
