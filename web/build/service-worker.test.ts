import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { withFiles } from './service-worker.ts';

const CODE = 'const FILES = __FILES__; const NAME = "files-__VERSION__";';
const html = (script: string) =>
  `<script type="module" crossorigin src="/assets/${script}"></script><link rel="stylesheet" crossorigin href="/assets/a.css">`;
const chunk = (fileName: string, code: string) => ({ type: 'chunk', fileName, code }) as Rolldown.OutputChunk;
const bundle = {
  first: chunk('assets/first.js', 'x'.repeat(300_000)),
  part: chunk('assets/part.js', 'x'),
  huge: chunk('assets/huge.js', 'x'.repeat(100_001)),
} as Rolldown.OutputBundle;

const filesOf = (code: string) =>
  JSON.parse(/FILES = (.*); const/.exec(code)?.[1] ?? '') as { shell: string[]; parts: string[] };

describe('the service worker of a build', () => {
  it('keeps what the page begins with, and of its parts all but the largest', () => {
    const { shell, parts } = filesOf(withFiles(CODE, html('first.js'), bundle));
    expect(shell).toEqual(
      expect.arrayContaining(['/', '/assets/first.js', '/assets/a.css', '/manifest.webmanifest']),
    );
    expect(parts).toEqual(['/assets/part.js']);
  });

  it('is another one for another build, and the same for the same', () => {
    const made = (script: string) => withFiles(CODE, html(script), bundle);
    expect(made('first.js')).toBe(made('first.js'));
    expect(made('first.js')).not.toBe(made('other.js'));
  });

  it('fails the build where a place was not filled in', () => {
    expect(() => withFiles(`${CODE} __OTHER__`, html('first.js'), bundle)).toThrow(/not filled in/);
  });
});
