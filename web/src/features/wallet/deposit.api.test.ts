import { describe, expect, it, vi } from 'vitest';
import { fetchMock, respond } from '../../test-fetch';
import { isRejection, reportDeposit } from './deposit.api';
import { readDeposit } from './use-deposit';

describe('an amount to deposit (spec, section 5)', () => {
  it.each(['', '0', '0.0', '-1', 'abc', '1.0000001', 'Infinity', 'NaN', '1e3', '1,5', '٣', '.', '.0'])(
    "of '%s' is none [5.deposit-amount]",
    (text) => {
      expect(() => readDeposit(text)).toThrow('Invalid amount');
    },
  );

  it.each([
    ['100', 100_000_000_000n],
    ['0.000001', 1000n],
    [' 2.5 ', 2_500_000_000n],
    ['.5', 500_000_000n],
    ['05', 5_000_000_000n],
    ['5.', 5_000_000_000n],
    ['999999999.999999', 999_999_999_999_999_000n],
  ])("of '%s' is read to the last decimal", (text, nano) => {
    expect(readDeposit(text)).toBe(nano);
  });
});

describe('the report of a deposit', () => {
  const balance = { tokens: 102.5, tokensNano: '102500000000' };

  it('sends the exact amount and the signature, and answers the balance', async () => {
    respond(200, { state: 'credited', ...balance });
    const late = vi.fn();
    expect(await reportDeposit(999_999_999_999_999_000n, 'sig', late)).toMatchObject(balance);
    expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/wallet/deposit');
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"amount":999999999.999999,"tx":"sig"}');
    expect(late).not.toHaveBeenCalled();
  });

  it('is repeated while the chain takes its time, and says so', async () => {
    respond(202, { state: 'waiting', ...balance });
    respond(202, { state: 'waiting', ...balance });
    respond(200, { state: 'credited', ...balance });
    const late = vi.fn();
    await reportDeposit(1000n, 'sig', late);
    expect(late).toHaveBeenCalledTimes(2);
    const bodies = fetchMock.mock.calls.map(([, options]) => options?.body);
    expect(new Set(bodies)).toEqual(new Set(['{"amount":0.000001,"tx":"sig"}']));
  });

  it('leaves the rest to the server after some minutes', async () => {
    for (let time = 0; time < 6; time += 1) respond(202, { state: 'waiting', ...balance });
    expect(await reportDeposit(1000n, 'sig', () => undefined)).toBeNull();
  });

  it('tells a rejection from a response that did not come', async () => {
    respond(422, { error: 'This transaction brought no LIKE to Likewell.' });
    const rejected = await reportDeposit(1000n, 'sig', () => undefined).catch((error: unknown) => error);
    expect(isRejection(rejected)).toBe(true);
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const silent = await reportDeposit(1000n, 'sig', () => undefined).catch((error: unknown) => error);
    expect(isRejection(silent)).toBe(false);
  });
});
