import type { Database, Tx } from '@likewell/service-kit/database/database';
import { DateTime } from 'luxon';
import type { GiveawayConfig } from '../config.js';
import { firstNoon, snapshotAt, windowOf, ZONE } from '../domain/calendar.js';
import { commitmentOf, drawWinners, seedOf } from '../domain/draw.js';
import { BlockSources } from '../outside/block-sources.js';
import type { Clock } from '../storage/clock.js';
import { saveDraw, saveSnapshot, settleBlock } from '../storage/draws.js';
import { insertEntries } from '../storage/entries.js';
import { insertGiveaway, type NewGiveaway } from '../storage/giveaways.js';
import { DEMO, demoAccounts, type DemoGiveaway } from './demo-giveaways.js';
import { OperatorError } from './words.js';

/**
 * Puts a few giveaways of different states there, once. Those that ended are drawn by the stand-in's blocks of their
 * days, so this is refused where real blocks are asked for: there nobody may choose entries after the fact.
 */
export async function fillDemo(config: GiveawayConfig, database: Database, clock: Clock): Promise<string> {
  const isStandIn = config.BITCOIN_SOURCES.every((url) => url.startsWith('http://'));
  if (!isStandIn) throw new OperatorError('A demo is only made where the Bitcoin blocks are made up too.');
  const sources = new BlockSources(config);
  const now = await clock.now(database.read);
  let made = 0;
  for (const demo of DEMO) {
    const giveaway = giveawayOf(demo, now);
    const draw = demo.endsInDays < 0 ? await drawOf(giveaway, demo.accounts, sources) : null;
    made += await database.transaction((tx) => putThere(tx, giveaway, demo, draw));
  }
  sources.beforeApplicationShutdown();
  return `${made} giveaways made for the demo, ${DEMO.length - made} were there already.`;
}

function giveawayOf(demo: DemoGiveaway, now: Date): NewGiveaway {
  const today = DateTime.fromJSDate(now, { zone: ZONE });
  const endDate = today.plus({ days: demo.endsInDays }).toISODate() ?? '';
  const startsAt = today.startOf('day').plus({ days: demo.startsInDays }).toJSDate();
  const { title, prize, audience, rules, winnersWanted } = demo;
  const times = { startsAt, endDate, snapshotAt: snapshotAt(endDate), drawAt: firstNoon(endDate) };
  return { title, prize, audience, rules, winnersWanted, ...times };
}

type Draw = Awaited<ReturnType<typeof drawOf>>;

async function drawOf(giveaway: NewGiveaway, howMany: number, sources: BlockSources) {
  const verdict = await sources.ask(windowOf(giveaway.drawAt));
  if (!verdict.block)
    throw new OperatorError(
      `The stand-in names no block: ${verdict.said.map(({ answer }) => answer).join('; ')}`,
    );
  const { block } = verdict;
  const commitment = commitmentOf(demoAccounts(howMany));
  const seed = seedOf(commitment, block.hash);
  const winners = await drawWinners(demoAccounts(howMany), seed, giveaway.winnersWanted);
  return { block, commitment, seed, winners, drawnAt: new Date(Date.parse(block.after.time) + 3_600_000) };
}

/** In one transaction, so that nobody else begins to draw it. */
async function putThere(
  tx: Tx,
  giveaway: NewGiveaway,
  { accounts }: DemoGiveaway,
  draw: Draw | null,
): Promise<0 | 1> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('giveaway demo'))");
  const there = await tx.query<unknown[]>('SELECT FROM giveaway WHERE title = $1', [giveaway.title]);
  if (there.length > 0) return 0;
  const giveawayId = await insertGiveaway(tx, giveaway);
  await insertEntries(tx, giveawayId, demoAccounts(accounts));
  if (draw) {
    await saveSnapshot(tx, giveawayId, draw.commitment, accounts);
    await settleBlock(tx, { giveawayId, noon: giveaway.drawAt }, draw.block);
    await saveDraw(tx, giveawayId, draw, draw.drawnAt);
  }
  return 1;
}
