import { createHash } from 'node:crypto';
import { Chain } from '../src/chain.js';
import { BitcoinStandIn } from '../src/stand-in.js';
import { Timetable } from '../src/timetable.js';

const NOW = Date.UTC(2026, 0, 8) / 1000;
const chain = new Chain();
new Timetable(chain, 600).catchUp(NOW);
const explorer = new BitcoinStandIn(chain);
beforeAll(() => explorer.listen(0));
afterAll(() => explorer.close());

const text = async (path: string) => (await fetch(explorer.origin + path)).text();
const json = async (path: string) => JSON.parse(await text(path));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

it('answers a page of ten blocks from a height down, each the parent of the one before', async () => {
  const tip = Number(await text('/blocks/tip/height'));
  const page = await json(`/blocks/${tip}`);
  expect(page.map(({ height }: { height: number }) => height)).toEqual(
    Array.from({ length: 10 }, (_, index) => tip - index),
  );
  for (let index = 0; index < 9; index += 1) expect(page[index].previousblockhash).toBe(page[index + 1].id);
  expect(await json('/blocks/3')).toHaveLength(4);
});

it('has headers of 80 bytes whose double SHA-256, backwards, is the hash and meets the target', async () => {
  const hash = await text('/block-height/500');
  const header = Buffer.from(await text(`/block/${hash}/header`), 'hex');
  expect(header).toHaveLength(80);
  expect(sha256(sha256(header)).reverse().toString('hex')).toBe(hash);
  expect(Number.parseInt(hash.slice(0, 2), 16)).toBeLessThan(0x80);
  const block = await json(`/block/${hash}`);
  expect(block).toMatchObject({ id: hash, height: 500, timestamp: header.readUInt32LE(68) });
});

it('has times that go backwards at times, never behind the median of the eleven blocks before', () => {
  const blocks = Array.from({ length: 1000 }, (_, height) => chain.describe(height));
  const backwards = blocks.filter(
    (block, height) => (blocks[height - 1]?.timestamp ?? 0) > (block?.timestamp ?? 0),
  );
  expect(backwards.length).toBeGreaterThan(50);
  for (let height = 1; height < 1000; height += 1)
    expect(blocks[height]?.timestamp).toBeGreaterThan(blocks[height - 1]?.mediantime ?? 0);
});

it('is the same chain whenever it is made, and only grows', () => {
  const again = new Chain();
  const timetable = new Timetable(again, 600);
  timetable.catchUp(NOW - 86_400);
  const yesterday = again.tip;
  timetable.catchUp(NOW);
  expect([again.tip, again.describe(again.tip)]).toEqual([chain.tip, chain.describe(chain.tip)]);
  expect(chain.tip - yesterday).toBe(144);
});

it.each(['/', '/block/abc', '/block-height/-1', '/block-height/99999999', '/blocks/x', '/tx/1'])(
  'answers 404 at %s',
  async (path) => expect((await fetch(explorer.origin + path)).status).toBe(404),
);
