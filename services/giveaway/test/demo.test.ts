import { listGiveaways } from '@likewell/contracts/giveaway/rpc';
import { Chain } from '@likewell/stand-in-bitcoin/chain';
import { fillDemo } from '../src/cli/fill-demo.js';
import { drawWinners } from '../src/draws/draw.js';
import { GiveawayUnderTest, HOUR, MINUTE } from './giveaway-under-test.js';
import { REAL_NOON, startRealExplorer } from './real-blocks.js';

let giveaway: GiveawayUnderTest;
afterEach(() => giveaway.stop());

it('a demo is made once, and what ended is drawn by the blocks of its day', async () => {
  const chain = new Chain('');
  const now = Date.UTC(2026, 10, 1, 12) / 1000;
  for (let time = Date.UTC(2026, 8, 15) / 1000; time < now; time += 10 * MINUTE) chain.append(time);
  giveaway = await GiveawayUnderTest.start([chain]);
  expect(await fillDemo(giveaway.operator)).toBe('4 giveaways made for the demo, 0 were there already.');
  expect(await fillDemo(giveaway.operator)).toBe('0 giveaways made for the demo, 4 were there already.');
  const { giveaways } = await giveaway.service.bus.call(listGiveaways, {});
  expect(giveaways.map(({ status }) => status)).toEqual(['upcoming', 'active', 'drawn', 'final']);
  const { database, entries } = giveaway.operator;
  for (const { id } of giveaways.slice(2)) {
    const proof = await giveaway.proof(id);
    const { drawAt, entriesCount, winnersWanted } = proof.giveaway;
    expect(Date.parse(proof.block?.after.time ?? '')).toBeGreaterThan(Date.parse(drawAt));
    const all: string[] = [];
    for await (const entry of entries.readAll(database.read, id)) all.push(entry);
    expect(all).toHaveLength(entriesCount ?? 0);
    expect(proof.winners).toEqual(await drawWinners(all, proof.seed ?? '', winnersWanted));
  }
});

it('a demo is rejected where the blocks are real ones, also those of a node in our own network', async () => {
  giveaway = await GiveawayUnderTest.start([new Chain('')]);
  const { operator } = giveaway;
  await giveaway.setNow(new Date(REAL_NOON.getTime() + 3 * 24 * HOUR * 1000));
  const node = await startRealExplorer();
  const config = { ...operator.config, BITCOIN_SOURCES: [node.origin] };
  await expect(fillDemo({ ...operator, config })).rejects.toThrow('A demo is only made where');
  expect((await giveaway.service.bus.call(listGiveaways, {})).giveaways).toEqual([]);
  node.close();
});
