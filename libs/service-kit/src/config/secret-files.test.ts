import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config-error.js';
import { readConfig } from './config.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'likewell-secrets-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const schema = z.object({ NATS_URL: z.url(), CURSOR_SECRET: z.string().min(32) });
const NATS_URL = 'nats://nats:4222';

describe('the files of SECRETS_DIR', () => {
  it('are variables of their names, without the line break at their end', () => {
    writeFileSync(join(folder, 'CURSOR_SECRET'), `${'s'.repeat(32)}\n`);
    mkdirSync(join(folder, '..data'));
    expect(readConfig(schema, { NATS_URL, SECRETS_DIR: folder })).toEqual({
      NATS_URL,
      CURSOR_SECRET: 's'.repeat(32),
    });
  });

  it('give way to a variable that is set', () => {
    writeFileSync(join(folder, 'NATS_URL'), 'nats://elsewhere:4222');
    const config = readConfig(schema, { NATS_URL, CURSOR_SECRET: 't'.repeat(32), SECRETS_DIR: folder });
    expect(config.NATS_URL).toBe(NATS_URL);
  });

  it('are named when one is missing, and their values are never told', () => {
    writeFileSync(join(folder, 'CURSOR_SECRET'), 'too-short-to-be-one');
    const read = () => readConfig(schema, { NATS_URL, SECRETS_DIR: folder });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/CURSOR_SECRET/);
    expect(read).not.toThrow(/too-short/);
  });
});
