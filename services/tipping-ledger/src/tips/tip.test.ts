import { settledOrThrow, TIP_VERDICTS, type TipVerdict } from './tip.js';

const outcome = (verdict: TipVerdict, tipId: number | null = 7) => ({
  ...{ verdict, tipId, balanceNano: 1n, likesSumNano: 2n },
});

describe('the outcome of a tip', () => {
  it.each(['settled', 'repeated'] as const)(
    'that was %s is its number, the balance and the sum',
    (verdict) => {
      expect(settledOrThrow(outcome(verdict))).toEqual({ tipId: 7, balanceNano: 1n, likesSumNano: 2n });
    },
  );

  it.each([
    ['key-reused', 'IDEMPOTENCY_KEY_REUSED'],
    ['no-payer-account', 'ACCOUNT_NOT_OPEN'],
    ['unknown-post', 'POST_NOT_FOUND'],
    ['own-post', 'OWN_POST'],
    ['closed-post', 'POST_NOT_FOUND'],
    ['no-author-account', 'ACCOUNT_NOT_OPEN'],
    ['not-covered', 'INSUFFICIENT_FUNDS'],
  ] as const)('that was refused as %s is the error %s, even if it had a number', (verdict, code) => {
    expect(() => settledOrThrow(outcome(verdict))).toThrow(expect.objectContaining({ code }) as Error);
  });

  it('without a row is a defect, whatever it is called', () => {
    expect(() => settledOrThrow(outcome('settled', null))).toThrow('a tip without a row was called settled');
  });

  it('is one of those that the settlement can tell', () => {
    expect(new Set(TIP_VERDICTS).size).toBe(9);
  });
});
