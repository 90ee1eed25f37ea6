import { deviceKindOf } from './device-kind.js';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('a user agent', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'firefox on linux'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
      'chrome on windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
      'edge on windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'safari on macos',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
      'chrome on ios',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'samsung on android',
    ],
    ['curl/8.14.1', 'other on other'],
    ['', 'other on other'],
    [undefined, 'other on other'],
  ])('%s is no more than %s', (userAgent, kind) => {
    expect(deviceKindOf(userAgent)).toBe(kind);
  });

  it('of any length takes no time', () => {
    const before = performance.now();
    deviceKindOf('Chrome '.repeat(100_000));
    // A pattern that backtracks over all of it takes far longer, and a pause of the machine does not.
    expect(performance.now() - before).toBeLessThan(5000);
  });
});
