import { settledOrThrow, TIP_OUTCOMES, type TipOutcome } from './tip.js';

const result = (outcome: TipOutcome, tipId: number | null = 7) => ({
  ...{ outcome, tipId, balanceNano: 1n, likesSumNano: 2n },
});

const MOVED = ['settled', 'repeated'] as const;
const REJECTED = [
  ['key-reused', 'IDEMPOTENCY_KEY_REUSED'],
  ['no-payer-account', 'ACCOUNT_NOT_OPEN'],
  ['unknown-post', 'POST_NOT_FOUND'],
  ['own-post', 'OWN_POST'],
  ['closed-post', 'POST_NOT_FOUND'],
  ['no-author-account', 'AUTHOR_ACCOUNT_NOT_OPEN'],
  ['not-covered', 'INSUFFICIENT_FUNDS'],
] as const;

describe('the outcome of a tip', () => {
  it.each(MOVED)('that was %s is its number, the balance and the sum', (outcome) => {
    expect(settledOrThrow(result(outcome))).toEqual({ tipId: 7, balanceNano: 1n, likesSumNano: 2n });
  });

  it.each(REJECTED)('that was rejected as %s is the error %s, even if it had a number', (outcome, code) => {
    expect(() => settledOrThrow(result(outcome))).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('without a row is a defect, whatever it is called', () => {
    expect(() => settledOrThrow(result('settled', null))).toThrow('a tip without a row was called settled');
  });

  it('moved money or has an error of its own, whichever the settlement tells', () => {
    const decided: readonly TipOutcome[] = [...MOVED, ...REJECTED.map(([outcome]) => outcome)];
    expect(decided.toSorted()).toEqual(TIP_OUTCOMES.toSorted());
  });
});
