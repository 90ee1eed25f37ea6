/**
 * Returns how much more (or, below 0, less) the ledger has than is possible. It must have at least
 * `toldBeforeNano`, the amount that it had been told of before it was asked (null when that is not known),
 * and at most the amount that was booked after it was asked.
 */
export function compareWithLedger(
  ledgerNano: bigint,
  bookedNano: bigint,
  toldBeforeNano: bigint | null,
): bigint {
  if (ledgerNano > bookedNano) return ledgerNano - bookedNano;
  if (toldBeforeNano !== null && ledgerNano < toldBeforeNano) return ledgerNano - toldBeforeNano;
  return 0n;
}

/**
 * Returns how much more (or, below 0, less) our accounts hold than is booked. The chain is read after the
 * books, so it must hold what is booked. What it held a round ago, `heldBeforeNano` (null when that is not
 * known), must be booked by now.
 */
export function compareWithChain(
  heldNano: bigint,
  bookedNano: bigint,
  heldBeforeNano: bigint | null,
): bigint {
  if (heldNano < bookedNano) return heldNano - bookedNano;
  if (heldBeforeNano === null) return 0n;
  // An amount that has left our accounts since then is not missing in the books.
  const settled = heldBeforeNano < heldNano ? heldBeforeNano : heldNano;
  return settled > bookedNano ? settled - bookedNano : 0n;
}
