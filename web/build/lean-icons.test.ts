import { BadgeCheck, Menu } from 'lucide-react';
import { type ComponentType, createElement, type SVGProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { buildInMemory } from './build-in-memory.ts';
import { leanIcons } from './lean-icons.ts';

type Icon = ComponentType<SVGProps<SVGSVGElement>>;

/** Returns the code of a module with this text. */
const built = async (text: string) => (await buildInMemory(text, [leanIcons()]))[0].code;

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
