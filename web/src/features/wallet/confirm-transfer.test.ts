import type { Commitment, Connection, SignatureStatus, SignatureStatusConfig } from '@solana/web3.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { confirmTransfer } from './confirm-transfer';

const LAST_VALID = 100;

type Status = Pick<SignatureStatus, 'confirmationStatus' | 'err'> | null;
const [PROCESSED, CONFIRMED] = ['processed', 'confirmed'].map((confirmationStatus) => ({
  ...{ confirmationStatus, err: null },
})) as [Status, Status];
const FAILED = { InstructionError: [0, 'Custom'] };

/** A node with these block heights that says one status after the other, and the last one for good. */
function nodeWith(
  height: { confirmed: number; finalized: number },
  ...said: ((isSearched: boolean) => Status)[]
) {
  return {
    getBlockHeight: (commitment: Commitment) => Promise.resolve(height[commitment as keyof typeof height]),
    getSignatureStatuses: (_: string[], config?: SignatureStatusConfig) => {
      const tell = said.length > 1 ? said.shift() : said[0];
      return Promise.resolve({ value: [tell?.(config?.searchTransactionHistory === true) ?? null] });
    },
  } as unknown as Connection;
}
const always = (status: Status) => () => status;
const YOUNG = { confirmed: 1, finalized: 1 };
const OLD = { confirmed: 200, finalized: 200 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Waits for the outcome of a transfer: null when it is confirmed, or what it failed with. */
async function outcomeAt(node: Connection): Promise<string | null> {
  const outcome = confirmTransfer(node, 'S', LAST_VALID, null).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
  await vi.advanceTimersByTimeAsync(10_000);
  return outcome;
}

it('a transfer is not too late while a block that may have it is not final', async () => {
  const height = { confirmed: LAST_VALID + 1, finalized: LAST_VALID - 31 };
  const node = nodeWith(height, always(null), always(null), always(CONFIRMED));
  expect(await outcomeAt(node)).toBeNull();
});

it('a transfer that failed on a fork has not failed', async () => {
  const onFork = { ...PROCESSED, err: FAILED } as Status;
  expect(await outcomeAt(nodeWith(YOUNG, always(onFork), always(PROCESSED), always(CONFIRMED)))).toBeNull();
});

it('a transfer that a node has in its history alone is not too late', async () => {
  expect(await outcomeAt(nodeWith(OLD, (isSearched) => (isSearched ? CONFIRMED : null)))).toBeNull();
});

it.each<[string, Connection]>([
  ['Solana refused the transfer.', nodeWith(YOUNG, always({ ...CONFIRMED, err: FAILED }))],
  ['Solana did not take the transfer in time.', nodeWith(OLD, always(null))],
])('a member is told that %s Their LIKE stays in their wallet', async (sentence, node) => {
  expect(await outcomeAt(node)).toBe(`${sentence} Your LIKE stays in your wallet.`);
});
