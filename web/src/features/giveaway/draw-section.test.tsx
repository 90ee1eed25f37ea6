import { render, screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { longMoment } from '../../shared/format/dates';
import { inPage } from '../../test-client';
import { DrawSection } from './draw-section';
import type { DrawProof, Giveaway } from './giveaway.api';

const PROOF = join(import.meta.dirname, '../../../../services/giveaway/test/proof-fallback.json');
const { giveaway: drawn } = JSON.parse(readFileSync(PROOF, 'utf8')) as DrawProof;
const locked: Giveaway = { ...drawn, status: 'locked', drawn_at: null, disputes_until: null };

it.each([
  ['to come', locked],
  ['held', drawn],
])('of a draw %s, the section names the block that decides, also if the fallback does', (_, giveaway) => {
  render(<DrawSection giveaway={giveaway} />, { wrapper: inPage() });
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  const both =
    /^The first Bitcoin block after .*, 12:00 PM ET.* the block just before the first later one decides\./;
  expect(facts).toContainEqual(expect.stringMatching(both));
});

it('of a draw to come, the section says what postpones it and how long it may be disputed [9.draw-dispute] [9.draw-postponed]', () => {
  render(<DrawSection giveaway={locked} />, { wrapper: inPage() });
  expect(screen.getByText(/the draw is postponed by 24 hours\.$/)).toBeTruthy();
  expect(screen.getByText('A dispute ticket may be filed within 30 days of the draw.')).toBeTruthy();
});

it('of a draw held, the section names the day until which it may be disputed, in place of the rule', () => {
  render(<DrawSection giveaway={drawn} />, { wrapper: inPage() });
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(facts.filter((fact) => /^A dispute ticket may be filed until .* ET\.$/.test(fact))).toHaveLength(1);
  expect(screen.queryByText(/24 hours|30 days/)).toBeNull();
});

it("a moment of the draw has the reader's own time on hover, as every other moment of the page", () => {
  render(<DrawSection giveaway={drawn} />, { wrapper: inPage() });
  for (const moment of screen.getAllByText(/ ET$/, { selector: 'time' })) {
    const time = new Date(moment.getAttribute('datetime') ?? '');
    expect(moment.title).toBe(`${longMoment.format(time)} in your time zone`);
  }
});
