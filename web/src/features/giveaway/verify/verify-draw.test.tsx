import { fireEvent, render, screen, within } from '@testing-library/react';
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchRegions } from '../../../test-regions';
import type { DrawProof } from '../giveaway.api';
import { VerifyDraw } from './verify-draw';

const VECTORS = join(import.meta.dirname, '../../../../../services/giveaway/test');
const read = (file: string) => JSON.parse(readFileSync(join(VECTORS, file), 'utf8')) as DrawProof;

beforeEach(() => void vi.stubGlobal('crypto', webcrypto));
afterEach(() => vi.unstubAllGlobals());

/** Verifies the draw of this proof, and returns its steps once the verdict was read out. */
async function verify(proof: DrawProof, verdict: RegExp): Promise<HTMLElement> {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(proof)));
  render(<VerifyDraw giveaway={proof.giveaway} />);
  const isReadOut = watchRegions();
  fireEvent.click(screen.getByRole('button', { name: 'Verify this draw' }));
  await isReadOut(verdict);
  return screen.getByRole('list', { name: 'Steps of the draw' });
}

it('a draw that was postponed shows when, why, and what each source said', async () => {
  const proof = read('proof-fallback.json');
  const before = {
    draw_at: '2026-11-19T17:00:00.000Z',
    said: [{ source: 'b.example', answer: 'answered 500' }],
  };
  proof.giveaway.date = '2026-11-18';
  proof.postponements.unshift({ ...before, reason: 'unavailable' });
  const steps = await verify(proof, /comes to the same winners/);
  expect(steps.textContent).toContain(
    'Postponed at Thu, Nov 19, 2026, 12:00 PM ET: a source named no block in time.',
  );
  expect(steps.textContent).toContain(
    'Postponed at Fri, Nov 20, 2026, 12:00 PM ET: the sources named different',
  );
  const said = within(steps).getAllByRole('list', { name: 'What the sources said' });
  expect(
    said.map((list) =>
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ),
  ).toEqual([
    ['b.example: answered 500'],
    [`blockstream.info: block 899857, ${'1'.repeat(64)}`, `mempool.space: block 899857, ${'2'.repeat(64)}`],
  ]);
});

it('a draw by made-up blocks proves nothing, whoever is said to have named them', async () => {
  const steps = await verify(
    read('proof-fallback.json'),
    /by blocks made up for development: this proves nothing/,
  );
  expect(steps.textContent).toContain('These blocks are made up');
  expect(screen.queryByText(/The draw holds/)).toBeNull();
});

it('a draw by real blocks holds, also where a node of our own named them', async () => {
  const proof = read('proof-first-after.json');
  proof.block?.sources.push('http://bitcoin-node:3002');
  const steps = await verify(proof, /^The draw holds/);
  expect(steps.textContent).toContain('Look the block up in any explorer');
  expect(steps.textContent).not.toContain('made up');
});
