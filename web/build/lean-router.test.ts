import { resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { leanRouter } from './lean-router.ts';

/** Is in memory alone, at a place from which react-router is found. */
const ENTRY = resolve(import.meta.dirname, 'in-memory.js');

async function buildFrom(source: string, ...plugins: Plugin[]): Promise<string> {
  const entry: Plugin = { name: 'entry', load: (id) => (id === ENTRY ? source : null) };
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [{ ...entry, resolveId: (id) => (id === ENTRY ? id : null) }, ...plugins],
    build: {
      write: false,
      lib: { entry: ENTRY, formats: ['es'] },
      rolldownOptions: { external: /^react(?:-dom)?$/ },
    },
  });
  const [built] = [result].flat() as Rolldown.RolldownOutput[];
  return built?.output[0].code ?? '';
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
