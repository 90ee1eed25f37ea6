/** Deposits as they are booked here, in nano-LIKE. */
interface Booked {
  /** All that were judged to be deposits. */
  readonly bookedNano: bigint;
  /** Of these, what the ledger has for certain. */
  readonly toldNano: bigint;
}

/**
 * How much more (or, below 0, less) the ledger has than it may: at least what it had been told of before it was asked,
 * `toldBeforeNano`, or null when that is not known; and at most what was booked after it was asked.
 */
export function compareWithLedger(
  ledgerNano: bigint,
  { bookedNano }: Booked,
  toldBeforeNano: bigint | null,
): bigint {
  if (ledgerNano > bookedNano) return ledgerNano - bookedNano;
  if (toldBeforeNano !== null && ledgerNano < toldBeforeNano) return ledgerNano - toldBeforeNano;
  return 0n;
}

/**
 * How much more (or, below 0, less) our accounts hold than is booked. What is booked was here when the chain was read
 * after it; what the chain held a round ago, `heldBeforeNano`, or null when that is not known, must be booked by now.
 */
export function compareWithChain(
  heldNano: bigint,
  bookedNano: bigint,
  heldBeforeNano: bigint | null,
): bigint {
  if (heldNano < bookedNano) return heldNano - bookedNano;
  if (heldBeforeNano === null) return 0n;
  // What has left us since is no longer missing in the books.
  const settled = heldBeforeNano < heldNano ? heldBeforeNano : heldNano;
  return settled > bookedNano ? settled - bookedNano : 0n;
}
