import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullReadBudgetMs, NEWS_BUDGET_MS } from './audit-budget.js';

const RULES = join(import.meta.dirname, '../../../../monitoring/rules.yml');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EVERY_MS = 10 * MINUTE;
/** As in `audit.jobs.ts`: how often a replica looks whether a round is due, and its pauses by its work. */
const [LOOK_MS, PAUSES] = [30_000, 9];

/**
 * Returns a round that starts `sinceMs` after the full read began, and whose work on new transfers took
 * `doneMs`.
 */
const round = (sinceMs: number, doneMs = 0) => ({ nowMs: sinceMs, everyMs: EVERY_MS, doneMs });
const read = (workMs: number, lastWorkMs: number | null) => ({ beganAtMs: 0, workMs, lastWorkMs });

describe('the work of a round on the full read', () => {
  it('is all that a round has until a first one has ended, less what the news have taken', () => {
    expect(fullReadBudgetMs(read(0, null), round(0))).toBe(45_000);
    expect(fullReadBudgetMs(read(9_000_000, null), round(30 * DAY, 30_000))).toBe(15_000);
  });

  it('is five seconds of a small ledger, and also after news that have taken all', () => {
    expect(fullReadBudgetMs(read(0, 4_000), round(0))).toBe(5_000);
    expect(fullReadBudgetMs(read(0, null), round(0, NEWS_BUDGET_MS))).toBe(5_000);
    expect(fullReadBudgetMs(read(0, null), round(0, 10 * NEWS_BUDGET_MS))).toBe(5_000);
  });

  it('is an even share of what is left until it is due in three days', () => {
    // 432 rounds of 20 s; then 216, with half of the work left, or three quarters.
    expect(fullReadBudgetMs(read(0, 8_640_000), round(0))).toBe(20_000);
    expect(fullReadBudgetMs(read(4_320_000, 8_640_000), round(1.5 * DAY))).toBe(20_000);
    expect(fullReadBudgetMs(read(2_160_000, 8_640_000), round(1.5 * DAY))).toBe(30_000);
  });

  it('is what a round has when a read is overdue', () => {
    expect(fullReadBudgetMs(read(0, 8_640_000), round(4 * DAY))).toBe(45_000);
  });

  it('has its least share besides news that have taken all that they may', () => {
    expect(NEWS_BUDGET_MS + fullReadBudgetMs(read(0, null), round(0, NEWS_BUDGET_MS))).toBe(45_000);
  });

  it('goes on when a read has taken longer than the last one', () => {
    expect(fullReadBudgetMs(read(12_000_000, 8_640_000), round(2.9 * DAY))).toBe(45_000);
  });

  it('is never more than a round has, and ends a read of up to 16,000 s within three days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16_000_000 }),
        fc.integer({ min: 0, max: 500 }),
        (lastWorkMs, doneMs) => {
          expect(timeOfReadMs(lastWorkMs, doneMs)).toBeLessThanOrEqual(3 * DAY);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('has every row of a ledger of that size, which grows by a tenth, read again before FullReadIsOld', () => {
    const rules = readFileSync(RULES, 'utf8');
    const days = /full_read_timestamp_seconds\) > (\d+) \* 86400/.exec(rules)?.[1];
    // What is shown is when the last read began that has ended, so it is the oldest when the next one ends.
    const shownMs = timeOfReadMs(16_000_000, 500) + timeOfReadMs(16_000_000, 500, 17_600_000);
    expect(shownMs).toBeLessThan(Number(days) * DAY);
  });
});

/**
 * Returns how long a full read takes whose rounds start as those of the service do: ten minutes after the last
 * one did, or as soon as that has ended.
 */
function timeOfReadMs(lastWorkMs: number, doneMs: number, needsMs = lastWorkMs): number {
  let [workMs, nowMs] = [0, 0];
  while (workMs < needsMs) {
    const budget = fullReadBudgetMs(read(workMs, lastWorkMs), round(nowMs, doneMs));
    if (budget < 5_000 || doneMs + budget > 45_000) throw new Error(`a round has ${budget} ms`);
    workMs += budget;
    nowMs += Math.max(EVERY_MS, (doneMs + budget) * (1 + PAUSES)) + LOOK_MS;
  }
  return nowMs;
}
