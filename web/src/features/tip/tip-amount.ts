import { formatLike, MAX_NANO, NANO_PER_BASE_UNIT, NANO_PER_LIKE } from '@likewell/contracts/core/money';
import { floorToDecimals } from '../../shared/format/amounts';
import { readTypedAmount } from '../../shared/format/typed-amount';

const MIN_TIP_NANO = NANO_PER_BASE_UNIT;

/** The smallest tip, which is also the step of the field: 0.000001 LIKE (spec, section 9). */
export const MIN_TIP = formatLike(MIN_TIP_NANO);
export const DEFAULT_TIP = '1';
/** Amounts that can be chosen by one press, in LIKE. */
export const PRESETS = ['1', '5', '10', '50'];

const BUTTON_STEP_NANO = NANO_PER_LIKE;

/**
 * Returns the nano-LIKE of a typed amount, or null for 'Invalid amount': less than 0.000001, more than the
 * balance, more than 6 decimals, or no amount at all (spec, section 5).
 */
export function readTip(text: string, balanceNano: bigint): bigint | null {
  const nano = readTypedAmount(text);
  return nano !== null && nano >= MIN_TIP_NANO && nano <= balanceNano ? nano : null;
}

/** Returns the typed amount plus or minus the step of the buttons, within 0.000001 and the balance. */
export function stepTip(text: string, direction: 1 | -1, balanceNano: bigint): string {
  const wanted = readRoughly(text) + BigInt(direction) * BUTTON_STEP_NANO;
  const affordable = floorToDecimals(wanted < balanceNano ? wanted : balanceNano);
  return formatLike(affordable > MIN_TIP_NANO ? affordable : MIN_TIP_NANO);
}

/** Reads any typed decimal, floored to 6 decimals and to the supply; 0 for other text. */
function readRoughly(text: string): bigint {
  const floored = /^(\d*\.?\d{0,6})\d*$/.exec(text.trim())?.[1] ?? '';
  return readTypedAmount(floored) ?? (/\d/.test(floored) ? MAX_NANO : 0n);
}

/** Returns true for an amount that leaves less than it takes. */
export const isMoreThanHalf = (nano: bigint, balanceNano: bigint): boolean => 2n * nano > balanceNano;

/**
 * Returns the author's part of a tip, for display: 70 of 100 (spec, section 1). The
 * ledger calculates the real one.
 */
export const authorGets = (nano: bigint): bigint => (nano * 70n) / 100n;
