import { ProcessState } from '@likewell/service-kit/process/process-state';
import type { Chain } from '@likewell/stand-in-bitcoin/chain';
import { BitcoinStandIn } from '@likewell/stand-in-bitcoin/stand-in';
import { windowOf } from '../src/giveaways/calendar.js';
import { Esplora } from '../src/bitcoin/esplora.js';
import { findBlock } from '../src/bitcoin/find-block.js';
import { chainAround, CONFIRMED, HOUR, MINUTE, NOON } from './giveaway-under-test.js';

const window = windowOf(new Date(NOON * 1000));
/** Eleven times after 13:30: with the sixth of them no later block can be in time, and five more confirm it. */
const LATER = Array.from({ length: 11 }, (_, index) => (100 + 10 * index) * MINUTE);
/** The `bits` field of mainnet's block 829,704. */
const BITS_OF_2024 = 0x17_03_ba_5d;
let explorer: BitcoinStandIn;
afterEach(() => explorer.close());

/** Returns the index of the deciding block among those after 15 minutes before noon; 0 is the first of them. */
async function find(chain: Chain, listed: readonly number[]): Promise<number | null> {
  const block = await search(chain);
  if (!block) return null;
  const { kind, height, hash, after } = block;
  expect(chain.describe(height)?.id).toBe(hash);
  expect(after.height).toBe(kind === 'fallback' ? height + 1 : height);
  return height - (chain.tip - listed.length + 1);
}

async function search(chain: Chain, acceptsMadeUp = true) {
  explorer = new BitcoinStandIn(chain);
  await explorer.listen(0);
  const { stopping } = new ProcessState();
  const options = { timeoutMs: 10_000, restMs: 1000, acceptsMadeUp, stopping };
  const source = new Esplora(explorer.origin, options);
  try {
    return await findBlock(source, window);
  } finally {
    source.close();
  }
}

/** Returns a chain with a block every ten minutes until 6:10 hours before noon, and then at these times. */
function slowFromSixHoursBefore(times: readonly number[]): Chain {
  const chain = chainAround([], { noon: NOON - 6 * HOUR + 10 * MINUTE });
  for (const time of times) chain.append(NOON + time);
  return chain;
}

describe('the block of a draw', () => {
  it.each<[string, number[], number | null]>([
    ['is the first one after noon', CONFIRMED, 0],
    ['is not the one at noon exactly', [0, ...CONFIRMED], 1],
    ['is one of a second after noon', [1, ...CONFIRMED], 0],
    [
      'is the lowest one even if the next ones have times before noon',
      [3 * MINUTE, -60, -30, ...CONFIRMED],
      0,
    ],
    ['is one that came early with a time after noon', [-12 * MINUTE, 30, -8 * MINUTE, -60, ...CONFIRMED], 1],
    ['waits for the sixth confirmation', CONFIRMED.slice(0, 5), null],
    ['is there with the sixth, whatever its time', [...CONFIRMED.slice(0, 5), -MINUTE], 0],
    ['is not there while no block has a time after noon', [-10 * MINUTE, -60, -50, -40, -30, -20, 0], null],
    ['may come 90 minutes after noon', [90 * MINUTE, ...LATER], 0],
    ['is the last one before noon if the first comes a second later', [-60, 90 * MINUTE + 1, ...LATER], 0],
    ['is the last one at noon if the first comes too late', [0, 91 * MINUTE, ...LATER], 0],
    [
      'is none that was known before, though its child claims to come after 13:30',
      [-35, 91, -15, -5, 5, 15, 25, 35, 45, 55].map((minutes) => minutes * MINUTE),
      4,
    ],
    ['may have a parent that claims to come after 13:30', [91 * MINUTE, ...CONFIRMED], 1],
    ['is no known one while another may still have a time before 13:30', [-60, ...LATER.slice(0, 10)], null],
    ['is the parent of the lowest later one once none can', [-60, 91 * MINUTE, -30, ...LATER], 0],
  ])('%s', async (_, times, expected) => {
    expect(await find(chainAround(times), times)).toBe(expected);
  });

  it('is the first one after noon even if few blocks came in the hours before', async () => {
    const listed = Array.from({ length: 12 }, (_, index) => (20 + 40 * index) * MINUTE);
    const quiet = [-5, -4, -2, -1].map((hours) => hours * HOUR);
    expect(await find(slowFromSixHoursBefore([...quiet, ...listed]), listed)).toBe(0);
  });

  it('waits while the chain ends hours before noon', async () => {
    expect(await search(chainAround([], { noon: NOON - 8 * HOUR }))).toBeNull();
  });

  it.each<[string, string, boolean, number | undefined]>([
    ['that only claims to be mined', 'a block was not mined', true, BITS_OF_2024],
    ['that is made up, where that is not accepted', 'a block is made up', false, undefined],
  ])('is none %s', async (_, told, acceptsMadeUp, bits) => {
    const chain = chainAround(CONFIRMED, { bits });
    await expect(search(chain, acceptsMadeUp)).rejects.toThrow(told);
  });

  it('is found weeks later with few questions', async () => {
    const chain = chainAround(CONFIRMED);
    const wanted = chain.tip - CONFIRMED.length + 1;
    for (let time = HOUR; time < 40 * 24 * HOUR; time += 10 * MINUTE) chain.append(NOON + time);
    expect((await search(chain))?.after.height).toBe(wanted);
    expect(explorer.requests).toBeLessThan(40);
  });
});
