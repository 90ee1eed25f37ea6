interface ShortAddressProps {
  /** The whole base58 address of a wallet. */
  address: string;
  className?: string;
}

/** The beginning and the end of a wallet's address, with the whole address on hover and for screen readers. */
export function ShortAddress({ address, className = '' }: ShortAddressProps) {
  return (
    <span className={`amount min-w-0 truncate ${className}`} title={address}>
      <span aria-hidden="true">{`${address.slice(0, 6)}…${address.slice(-6)}`}</span>
      <span className="sr-only">{address}</span>
    </span>
  );
}
