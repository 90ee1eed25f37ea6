import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostsConfig } from '../config.js';
import { BlockedWordsFile } from './blocked-words-file.js';

afterEach(() => vi.useRealTimers());

it('a changed list counts two seconds later, also where the clock was set back; one that cannot be read does not', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const file = join(mkdtempSync(join(tmpdir(), 'likewell-words-')), 'words.txt');
  let changes = 0;
  const write = (text: string) => {
    writeFileSync(file, text);
    utimesSync(file, 0, (changes += 1));
  };
  write('ask: one');
  const words = new BlockedWordsFile(
    { BLOCKED_WORDS_FILE: file } as PostsConfig,
    createLogger('test', 'silent'),
  );
  const firstWords = () => [...words.current().keys()];
  write('ask: two');
  expect(firstWords()).toEqual(['one']);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(2000);
  expect(firstWords()).toEqual(['two']);
  write('no such thing');
  vi.advanceTimersByTime(2000);
  expect(firstWords()).toEqual(['two']);
});
