import { workOf } from '@likewell/contracts/core/proof-of-work';
import { lock } from '@likewell/service-kit/database/advisory-locks';
import type { Tx } from '@likewell/service-kit/database/database';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { DateTime } from 'luxon';
import { BlockSources } from '../bitcoin/block-sources.js';
import type { GiveawayConfig } from '../config.js';
import { drawWinners, seedOf, snapshotOf } from '../draws/draw.js';
import { saveDraw, saveSnapshot, settleBlock } from '../draws/draws.queries.js';
import { insertEntries } from '../entries/entries.queries.js';
import { firstNoon, snapshotAt, windowOf, ZONE } from '../giveaways/calendar.js';
import { Giveaway } from '../giveaways/giveaway.entity.js';
import type { NewGiveaway } from '../giveaways/giveaways.service.js';
import { DEMO, demoAccounts, RULES, type DemoGiveaway } from './demo-giveaways.js';
import type { OperatorServices } from './operator-services.js';

/**
 * Adds a few giveaways in different states, once. The ended ones are drawn with the stand-in's blocks of
 * their days. So this is rejected where the sources serve real blocks: nobody may choose entries once the
 * block is known.
 */
export async function fillDemo(services: OperatorServices): Promise<string> {
  const { database, config, clock } = services;
  const filled = await demoAt(await clock.now(database.read), config);
  let made = 0;
  for (const one of filled) made += await database.transaction((tx) => saveDemo(tx, services, one));
  return `${made} giveaways made for the demo, ${DEMO.length - made} were there already.`;
}

async function demoAt(now: Date, config: GiveawayConfig): Promise<FilledDemo[]> {
  const sources = new BlockSources(config, new ProcessState());
  const filled = [];
  try {
    for (const demo of DEMO) {
      const giveaway = giveawayOf(demo, now);
      const draw = demo.endsInDays < 0 ? await drawOf(giveaway, demo.accounts, sources) : null;
      filled.push({ giveaway, demo, draw });
    }
  } finally {
    sources.onApplicationShutdown();
  }
  return filled;
}

function giveawayOf(demo: DemoGiveaway, now: Date): NewGiveaway {
  const today = DateTime.fromJSDate(now, { zone: ZONE });
  const endDate = today.plus({ days: demo.endsInDays }).toISODate() ?? '';
  const startsAt = today.startOf('day').plus({ days: demo.startsInDays }).toJSDate();
  const { title, prize, audience, winnersWanted } = demo;
  const times = { startsAt, endDate, snapshotAt: snapshotAt(endDate), drawAt: firstNoon(endDate) };
  return { title, prize, audience, rules: RULES, winnersWanted, ...times };
}

type Draw = Awaited<ReturnType<typeof drawOf>>;

interface FilledDemo {
  readonly giveaway: NewGiveaway;
  readonly demo: DemoGiveaway;
  /** Null when the giveaway has not ended. */
  readonly draw: Draw | null;
}

async function drawOf(giveaway: NewGiveaway, howMany: number, sources: BlockSources) {
  const agreement = await sources.ask(windowOf(giveaway.drawAt));
  if (!agreement.block)
    throw new UserFacingError(
      `The stand-in names no block: ${agreement.said.map(({ answer }) => answer).join('; ')}`,
    );
  const { block } = agreement;
  if (workOf(block.after.hash, block.after.header) !== 'made-up')
    throw new UserFacingError('A demo is only made where the Bitcoin blocks are made up too.');
  const { commitment } = await snapshotOf(demoAccounts(howMany));
  const seed = seedOf(commitment, block.hash);
  const winners = await drawWinners(demoAccounts(howMany), seed, giveaway.winnersWanted);
  return { block, commitment, seed, winners, drawnAt: new Date(Date.parse(block.after.time) + 3_600_000) };
}

/** Saves a giveaway and its draw in one transaction, so that no replica begins to draw it. */
async function saveDemo(
  tx: Tx,
  { giveaways }: OperatorServices,
  { giveaway, demo, draw }: FilledDemo,
): Promise<0 | 1> {
  await lock(tx, 'giveaway-demo');
  if (await tx.existsBy(Giveaway, { title: giveaway.title })) return 0;
  const giveawayId = await giveaways.insert(tx, giveaway);
  await insertEntries(tx, giveawayId, demoAccounts(demo.accounts));
  if (draw) {
    await saveSnapshot(tx, giveawayId, draw.commitment, demo.accounts);
    await settleBlock(tx, { giveawayId, noon: giveaway.drawAt }, draw.block);
    await saveDraw(tx, giveawayId, draw, draw.drawnAt);
  }
  return 1;
}
