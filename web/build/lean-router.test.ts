import type { Plugin } from 'vite';
import { describe, expect, it } from 'vitest';
import { buildInMemory } from './build-in-memory.ts';
import { leanRouter } from './lean-router.ts';

async function buildFrom(source: string, ...plugins: Plugin[]): Promise<string> {
  const [{ code }] = await buildInMemory(source, plugins, /^react(?:-dom)?$/);
  return code;
}

describe('the router without what this page cannot start', () => {
  it('has links and routes without prefetching, forms, a data router, and warnings for developers', async () => {
    const source = "export { Link, NavLink, Routes } from 'react-router-dom';";
    const [lean, whole] = await Promise.all([buildFrom(source, leanRouter()), buildFrom(source)]);
    const LEFT_OUT = [
      'modulepreload',
      'IntersectionObserver',
      'formmethod',
      'Unexpected Application Error',
      'must be used within a data router',
      'No routes matched location',
      'You should call navigate() in a React.useEffect()',
      'may be used only in the context of a <Router>',
    ];
    for (const text of LEFT_OUT) {
      expect(whole).toContain(text);
      expect(lean).not.toContain(text);
    }
    expect(lean).toContain('aria-current');
  });

  it('has links without the matching of nested routes, which this page has none of', async () => {
    const source = "export { Link, matchPath } from 'react-router-dom';";
    const [lean, whole] = await Promise.all([buildFrom(source, leanRouter()), buildFrom(source)]);
    expect(whole).toContain('Absolute route path');
    expect(lean).not.toContain('Absolute route path');
  });

  it('fails a build that has a router of another shape', async () => {
    await expect(buildFrom('export const nothing = 0;', leanRouter())).rejects.toThrow(
      /to leave out any more/,
    );
  });
});
