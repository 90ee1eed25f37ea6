import fc from 'fast-check';
import { fullReadBudgetMs, NEWS_BUDGET_MS } from './audit-budget.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EVERY_MS = 10 * MINUTE;

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

  it('is an even share of what is left until it is due in five days', () => {
    // 720 rounds of 20 s; then 360, with half of the work left, or three quarters.
    expect(fullReadBudgetMs(read(0, 14_400_000), round(0))).toBe(20_000);
    expect(fullReadBudgetMs(read(7_200_000, 14_400_000), round(2.5 * DAY))).toBe(20_000);
    expect(fullReadBudgetMs(read(3_600_000, 14_400_000), round(2.5 * DAY))).toBe(30_000);
  });

  it('is what a round has when a read is overdue', () => {
    expect(fullReadBudgetMs(read(0, 14_400_000), round(6 * DAY))).toBe(45_000);
  });

  it('has its least share besides news that have taken all that they may', () => {
    expect(NEWS_BUDGET_MS + fullReadBudgetMs(read(0, null), round(0, NEWS_BUDGET_MS))).toBe(45_000);
  });

  it('goes on when a read has taken longer than the last one', () => {
    expect(fullReadBudgetMs(read(20_000_000, 14_400_000), round(4.9 * DAY))).toBe(45_000);
  });

  it('is never more than a round has, and ends a read of up to 32,000 s within five days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 32_000_000 }),
        fc.integer({ min: 0, max: 500 }),
        (lastWorkMs, doneMs) => {
          let [workMs, nowMs] = [0, 0];
          for (; workMs < lastWorkMs; nowMs += EVERY_MS) {
            const budget = fullReadBudgetMs(read(workMs, lastWorkMs), round(nowMs, doneMs));
            if (budget < 5_000 || doneMs + budget > 45_000) throw new Error(`a round has ${budget} ms`);
            workMs += budget;
          }
          expect(nowMs).toBeLessThanOrEqual(5 * DAY);
        },
      ),
      { numRuns: 50 },
    );
  });
});
