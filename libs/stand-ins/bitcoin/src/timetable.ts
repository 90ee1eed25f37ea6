import type { Chain } from './chain.js';

/** Time of the first block: fixed, so that the chain is the same after every restart and starts before any demo. */
const GENESIS = Date.UTC(2026, 0, 1) / 1000;

/** Share of its slot in which each block comes. */
const SLOT_SHARE = 0.9;

/** Grows a chain by the clock; the time of a block follows from its height alone. */
export class Timetable {
  constructor(
    private readonly chain: Chain,
    private readonly blockSeconds: number,
  ) {}

  /** Adds the blocks that are due by now. */
  catchUp(nowSeconds: number): void {
    while (this.arrival(this.chain.tip + 1) <= nowSeconds) this.chain.append(this.timeOf(this.chain.tip + 1));
  }

  private arrival(height: number): number {
    return Math.floor(GENESIS + height * this.blockSeconds + chance(height) * SLOT_SHARE * this.blockSeconds);
  }

  /** Imitates miners' clocks, which differ: most a little, each eighth one so much that times go backwards. */
  private timeOf(height: number): number {
    const isOff = height % 8 === 3;
    const slots = isOff ? -2 * chance(height + 0.5) : 0.4 * chance(height + 0.5) - 0.2;
    return Math.floor(this.arrival(height) + slots * this.blockSeconds);
  }
}

/** Returns a number from 0 to 1, always the same for the same input. */
function chance(number: number): number {
  let state = Math.imul(Math.round(number * 2) ^ 0x9e37_79b9, 0x85eb_ca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2_ae35);
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
}
