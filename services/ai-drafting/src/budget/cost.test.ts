import { costOfUsage, dollars, maxCostOfTry } from './cost.js';

const PRICES = { input: dollars(3).parse('0.40'), output: dollars(3).parse('1.60') };

it('prices are whole nano-dollars', () => {
  expect(PRICES).toEqual({ input: 400_000_000n, output: 1_600_000_000n });
  expect(dollars(6).parse('5')).toBe(5_000_000_000n);
  for (const wrong of ['', '-1', '1.2345', '1e3', '.5', '1,5', '9999999'])
    expect(dollars(3).safeParse(wrong).success).toBe(false);
});

it('a count of a provider costs what it says, up to an absurd one, and never less than nothing', () => {
  const request = { prompt: 'x'.repeat(100) };
  const most = maxCostOfTry(request, 800, PRICES);
  expect(most).toBe((BigInt(JSON.stringify(request).length) + 100n) * 400n + 800n * 1600n);
  const usage = (prompt_tokens: number, completion_tokens: number) => ({
    usage: { prompt_tokens, completion_tokens },
  });
  expect(costOfUsage(usage(10, 10), most, PRICES)).toBe(20_000n);
  expect(costOfUsage(usage(0, 0), most, PRICES)).toBe(0n);
  expect(costOfUsage(usage(10, 50_000), most, PRICES)).toBe(10n * 400n + 50_000n * 1600n);
  expect(costOfUsage(usage(1e9, 1e15), most, PRICES)).toBe(200_000n * 400n + 200_000n * 1600n);
  for (const unreadable of [usage(-1, 0), usage(0.5, 1e300), {}, null, 'usage', [1]])
    expect(costOfUsage(unreadable, most, PRICES)).toBe(most);
});
