import { resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/** Is in memory alone, at a place from which the page's packages are found. */
const ENTRY = resolve(import.meta.dirname, 'in-memory.js');

/** Builds a module with this text for browsers, in tests; returns its files, the module first. */
export async function buildInMemory(
  text: string,
  plugins: Plugin[],
  external?: RegExp,
): Promise<Rolldown.RolldownOutput['output']> {
  const entry: Plugin = {
    name: 'entry',
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? text : null),
  };
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, ...plugins],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: ENTRY, formats: ['es'] },
      rolldownOptions: external ? { external } : {},
    },
  });
  const [built] = [result].flat() as Rolldown.RolldownOutput[];
  if (!built) throw new Error('Nothing was built');
  return built.output;
}
