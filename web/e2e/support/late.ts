import type { Page } from '@playwright/test';

/**
 * Simulates Lighthouse's phone: 1.6 Mbit/s with a round trip of 150 ms, and a processor four times slower.
 */
export async function makeSlow(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Delays every response of the API, each longer than the one before, so that they arrive one by one. */
export async function respondLate(page: Page): Promise<void> {
  let calls = 0;
  await page.route('**/api/**', async (route) => {
    calls += 1;
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 300 + 150 * calls));
    await route.fulfill({ response });
  });
}

interface Loading {
  /**
   * The largest sum of layout shifts within a window of five seconds, as the browser's developers define CLS.
   */
  cls: number;
  lcpMs: number;
  /** The elements that moved, to help with repairs. */
  moved: string[];
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Returns the browser's measurements of the page's load. */
export function readLoading(page: Page): Promise<Loading> {
  return page.evaluate(async () => {
    const entriesOf = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        setTimeout(() => resolve([]), 500);
      });
    const shifts = ((await entriesOf('layout-shift')) as Shift[]).filter((shift) => !shift.hadRecentInput);
    const painted = await entriesOf('largest-contentful-paint');
    let cls = 0;
    let sum = 0;
    let first = -Infinity;
    let last = -Infinity;
    for (const { value, startTime } of shifts) {
      const isNew = startTime - last > 1000 || startTime - first > 5000;
      first = isNew ? startTime : first;
      sum = isNew ? value : sum + value;
      last = startTime;
      cls = Math.max(cls, sum);
    }
    const moved = shifts.flatMap(({ sources }) =>
      sources.map(({ node }) =>
        ((node instanceof Element ? node.outerHTML : node?.textContent) ?? 'something gone').slice(0, 160),
      ),
    );
    return { cls, lcpMs: Math.round(painted.at(-1)?.startTime ?? 0), moved };
  });
}
