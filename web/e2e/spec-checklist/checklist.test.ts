import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SECTION_2 } from './section-2.ts';
import { SECTION_4 } from './section-4.ts';
import { SECTION_5 } from './section-5.ts';
import { SECTION_8 } from './section-8.ts';
import { SECTION_9 } from './section-9.ts';

const ROWS = [...SECTION_2, ...SECTION_4, ...SECTION_5, ...SECTION_8, ...SECTION_9];
const ID = /\[([24589]\.[a-z][a-z0-9-]*)\]/g;
const named = namedInTests();

describe('every row of the spec', () => {
  it('has an id of its own', () => {
    const ids = ROWS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it.each(ROWS)('$id is named by a test: $says', ({ id }) => {
    expect([...named]).toContain(id);
  });

  it('is what each id in a test means', () => {
    const known = new Set(ROWS.map(({ id }) => id));
    expect([...named].filter((id) => !known.has(id))).toEqual([]);
  });
});

/** Returns the ids in the titles of the page's tests. */
function namedInTests(): Set<string> {
  const web = join(import.meta.dirname, '../..');
  const files = ['src', 'e2e'].flatMap((folder) =>
    readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|e2e)\.tsx?$/.test(name) && !name.startsWith('spec-checklist'))
      .map((name) => join(web, folder, name)),
  );
  const ids = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(ID)].map(([, id = '']) => id));
  return new Set(ids);
}
