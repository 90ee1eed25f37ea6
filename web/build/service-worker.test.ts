import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import type { Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { withFiles } from './service-worker.ts';

const CODE = 'const FILES = __FILES__; const NAME = "files-__VERSION__";';
const html = (script: string) =>
  `<script type="module" crossorigin src="/assets/${script}"></script><link rel="stylesheet" crossorigin href="/assets/a.css">`;
const chunk = (fileName: string, code: string) => ({ type: 'chunk', fileName, code }) as Rolldown.OutputChunk;
const bundle = {
  'assets/first.js': chunk('assets/first.js', 'x'.repeat(300_000)),
  'assets/part.js': chunk('assets/part.js', 'x'),
  'assets/huge.js': chunk('assets/huge.js', 'x'.repeat(100_001)),
} as Rolldown.OutputBundle;

const filesOf = (code: string) =>
  JSON.parse(/FILES = (.*?);/.exec(code)?.[1] ?? '') as { shell: string[]; parts: string[] };

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

describe('the installed worker', () => {
  /** Runs the installation of a build's worker at a site that has its files and answers with this page. */
  async function install(page: string): Promise<void> {
    const code = withFiles(
      await readFile('service-worker/service-worker.js', 'utf8'),
      html('first.js'),
      bundle,
    );
    const { shell } = filesOf(code);
    const kept = new Map<string, Response>();
    const cache = {
      add: ({ path }: { path: string }) => {
        if (!shell.includes(path)) throw new TypeError('Not found');
        kept.set(path, new Response(path === '/' ? page : 'a file'));
      },
      match: (path: string) => kept.get(path),
    };
    const installation = new Promise<void>((resolve, reject) => {
      const addEventListener = (name: string, listen: (event: object) => void) =>
        name === 'install' && listen({ waitUntil: (work: Promise<void>) => void work.then(resolve, reject) });
      runInNewContext(code, {
        self: { addEventListener },
        caches: { open: () => cache, match: () => undefined },
        Request: class {
          constructor(readonly path: string) {}
        },
      });
    });
    return installation;
  }

  it('has the page and its program', async () => {
    await expect(install(html('first.js'))).resolves.toBeUndefined();
  });

  it('is none with the page of another release, whose program it lacks', async () => {
    await expect(install(html('former.js'))).rejects.toThrow('The page is of another release');
  });
});
