// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBinary } from '../../stack/machine/binaries.mjs';
import { UserFacingError } from '../../stack/machine/user-facing-error.mjs';
import { lastLines, run } from '../../stack/machine/run.mjs';

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));
const WITHIN_MS = 10 * 60_000;

/**
 * Installs Schemathesis in a Python environment outside the checkout, in the versions of `requirements.txt`
 * and with their hashes, unless it is already installed.
 * @param {string} state this checkout's folder of state
 * @returns {Promise<string>} the program
 */
export async function installSchemathesis(state) {
  const version = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const folder = join(state, 'python', version);
  const done = join(folder, 'installed');
  const program = join(folder, 'bin/schemathesis');
  if (existsSync(done)) return program;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await runStep(findBinary('python3') ?? 'python3', ['-m', 'venv', folder]);
  const words = [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--require-hashes',
    '--requirement',
    REQUIREMENTS,
  ];
  await runStep(join(folder, 'bin/pip'), words);
  writeFileSync(done, '');
  return program;
}

/** @param {string} program @param {string[]} words */
async function runStep(program, words) {
  const { code, output } = await run(program, words, { timeoutMs: WITHIN_MS }).catch((error) => ({
    code: 1,
    output: String(error),
  }));
  if (code !== 0)
    throw new UserFacingError(
      'Schemathesis, which calls the API with made-up input, could not be installed.',
      [
        'It needs Python 3.11 or newer with venv, and PyPI or a mirror of it (PIP_INDEX_URL).',
        ...lastLines(output),
      ],
    );
}
