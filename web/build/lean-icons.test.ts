import { resolve } from 'node:path';
import { BadgeCheck, Menu } from 'lucide-react';
import { type ComponentType, createElement, type SVGProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { build, type Plugin, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { leanIcons } from './lean-icons.ts';

const ENTRY = resolve(import.meta.dirname, 'icons.js');
type Icon = ComponentType<SVGProps<SVGSVGElement>>;

/** Returns the code of a module with this text. */
async function built(text: string): Promise<string> {
  const entry: Plugin = {
    name: 'entry',
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? text : null),
  };
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [entry, leanIcons()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: ENTRY, formats: ['es'] } },
  });
  const [output] = [result].flat() as Rolldown.RolldownOutput[];
  return output?.output[0].code ?? '';
}

/** Draws an icon, and leaves out what no style of the page names. */
function draw(icon: Icon, props: SVGProps<SVGSVGElement>): Element | undefined {
  const part = document.createElement('div');
  part.innerHTML = renderToStaticMarkup(createElement(icon, props));
  const [svg] = part.children;
  for (const name of [...(svg?.classList ?? [])]) if (name.startsWith('lucide')) svg?.classList.remove(name);
  svg?.removeAttribute('xmlns');
  return svg;
}

it('icons look as the library draws them, and are hidden from screen readers unless they have a label', async () => {
  const code = await built("export { BadgeCheck, Menu } from 'lucide-react';");
  const lean = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<
    'BadgeCheck' | 'Menu',
    Icon
  >;
  const verified = { role: 'img', 'aria-label': 'Verified', className: 'size-4' };
  for (const [name, icon, props] of [
    ['BadgeCheck', BadgeCheck, verified],
    ['Menu', Menu, { className: 'size-5', strokeWidth: 2.5 }],
  ] as const)
    expect(draw(lean[name], props)?.isEqualNode(draw(icon, props) ?? null), name).toBe(true);
});

it('a build without the drawing that is replaced fails', async () => {
  await expect(built('export default 1;')).rejects.toThrow(/createLucideIcon/);
});
