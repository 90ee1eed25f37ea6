interface ShortNumberProps {
  shown: string;
  exact: string;
}

/** A rounded number, with the exact one on hover and for screen readers. */
export function ShortNumber({ shown, exact }: ShortNumberProps) {
  return (
    <span className="amount" title={exact}>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{exact}</span>
    </span>
  );
}
