/** Replaces the amount while the balance is unknown; the page reads it again by itself. */
export function BalanceUnknown() {
  return (
    <p role="status" className="text-15 text-muted">
      Your balance cannot be read right now. You can choose an amount here as soon as it can.
    </p>
  );
}
