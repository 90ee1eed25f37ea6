import { resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { longAgo } from '../src/shared/format/dates.ts';
import { leanDateFns } from './lean-date-fns.ts';

const NOW = new Date('2025-06-15T12:00:00Z');
const MINUTE_MS = 60_000;

async function buildDates(...plugins: Plugin[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: {
      write: false,
      lib: { entry: resolve(import.meta.dirname, '../src/shared/format/dates.ts'), formats: ['es'] },
    },
  });
  const [built] = [result].flat() as Rolldown.RolldownOutput[];
  return built?.output[0].code ?? '';
}

describe('dates without what formats and parses them', () => {
  it('are in the same words, by less than half of the code', async () => {
    const [lean, whole] = await Promise.all([buildDates(leanDateFns()), buildDates()]);
    expect(lean.length).toBeLessThan(whole.length / 2);
    const built = (await import(`data:text/javascript,${encodeURIComponent(lean)}`)) as {
      longAgo: typeof longAgo;
    };
    for (const minutes of [0, 1, 7, 44, 50, 100, 1500, 3 * 1440, 40 * 1440, 100 * 1440, 500 * 1440]) {
      const time = new Date(NOW.getTime() - minutes * MINUTE_MS);
      expect(built.longAgo(time, NOW)).toBe(longAgo(time, NOW));
    }
  });
});
