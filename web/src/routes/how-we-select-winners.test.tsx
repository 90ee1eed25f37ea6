import { render, screen } from '@testing-library/react';
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DrawProof } from '../features/giveaway/giveaway.api';
import { inPage } from '../test-client';
import { HowWeSelectWinnersScreen } from './how-we-select-winners';

const sha256 = (...parts: readonly Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

function textOfCheck(): string {
  render(<HowWeSelectWinnersScreen />, { wrapper: inPage() });
  return screen.getByRole('region', { name: /^Check it yourself/ }).textContent.replace(/\s+/g, ' ');
}

it('tells which bytes are hashed: by these rules alone a proof has its commitment, seed and winners', () => {
  const text = textOfCheck();
  const file = join(import.meta.dirname, '../../../services/giveaway/test/proof-first-after.json');
  const proof = JSON.parse(readFileSync(file, 'utf8')) as DrawProof;

  expect(text).toContain('From the snapshot on the proof of each giveaway is at /api/giveaways/NUMBER/proof');
  expect(text).toContain('sort the entries by their UTF-8 bytes and hash them with one byte 0A');
  expect(text).toContain('after each, the last one too');
  const entries = proof.entries
    .map((entry) => Buffer.from(entry))
    .sort((one, other) => Buffer.compare(one, other));
  const commitment = sha256(...entries.flatMap((entry) => [entry, Buffer.from([0x0a])]));
  expect(commitment.toString('hex')).toBe(proof.commitment);

  expect(text).toContain(
    'hash 64 bytes, the 32 of the commitment and the 32 of the block hash, not their text',
  );
  expect(text).toContain('in the order in which explorers show it');
  const seed = sha256(commitment, Buffer.from(proof.block?.hash ?? '', 'hex'));
  expect(seed.toString('hex')).toBe(proof.seed);

  expect(text).toContain('the key is the 32 bytes of the seed, and the message is the entry in UTF-8');
  expect(text).toContain('Compare tickets from their first byte on.');
  expect(text).toContain('k is winners_wanted of the proof. With fewer entries than prizes all of them win.');
  const tickets = entries.map((entry) => ({
    entry: entry.toString(),
    ticket: createHmac('sha256', seed).update(entry).digest('hex'),
  }));
  const lowest = tickets.sort((one, other) => (one.ticket < other.ticket ? -1 : 1));
  expect(lowest.slice(0, proof.giveaway.winners_wanted)).toEqual(
    proof.winners.map(({ entry, ticket }) => ({ entry, ticket })),
  );
});

it('tells how to check the block of a draw, also of one that the fallback decided', () => {
  const text = textOfCheck();
  expect(text).toContain(
    'look for the lowest block whose time is later than 12:00 PM ET and not later than 1:30 PM ET. It must be',
  );
  expect(text).toContain(
    'whose time is later than 12:00 PM ET, and the block just before it must be the published one',
  );
  expect(text).not.toContain('Its time must be later than 12:00 PM ET');
});
