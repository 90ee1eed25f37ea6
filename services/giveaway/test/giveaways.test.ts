import { listGiveaways } from '@likewell/contracts/giveaway/rpc';
import { firstNoon, snapshotAt } from '../src/giveaways/calendar.js';
import { chainAround, END_DATE, GiveawayUnderTest } from './giveaway-under-test.js';

let giveaway: GiveawayUnderTest;
afterEach(() => giveaway.stop());

it('200 giveaways whose texts are as long as they may be are listed, and only what the list shows is sent', async () => {
  giveaway = await GiveawayUnderTest.start([chainAround([])]);
  const { database, giveaways } = giveaway.operator;
  const line = '阿'.repeat(200);
  const facts = {
    title: line,
    prize: line,
    audience: line,
    rules: '里'.repeat(10_000),
    winnersWanted: 1,
    endDate: END_DATE,
    startsAt: new Date('2026-11-01T00:00:00Z'),
    snapshotAt: snapshotAt(END_DATE),
    drawAt: firstNoon(END_DATE),
  };
  await database.transaction(async (tx) => {
    for (let made = 0; made < 201; made += 1) await giveaways.insert(tx, facts);
  });
  const listed = (await giveaway.service.bus.call(listGiveaways, {})).giveaways;
  expect(listed).toHaveLength(200);
  expect(listed[0]).toMatchObject({ title: line, status: 'active' });
  expect(Object.keys((await giveaways.list())[0] ?? {}).sort()).toEqual(
    Object.keys(listGiveaways.output.shape.giveaways.element.shape).sort(),
  );
});
