import { exportFollows, exportTexts, type ExportedText } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { randomInt } from 'node:crypto';
import { ExportArchive } from './export-archive.js';
import { PostsPart } from './posts.part.js';

/** Pages as large as posts sends them: as many of the longest texts as fit, each sign of three bytes. */
const [PAGES, TEXTS_A_PAGE, BODY_SIGNS] = [3, 13, 10_000];
const TEXTS = PAGES * TEXTS_A_PAGE;

/** Returns the nth text of an author, of signs that do not compress. */
function longText(id: number): ExportedText {
  const at = '2026-11-24T20:00:00.000Z';
  return {
    id,
    postId: id,
    title: 'A long one',
    body: Array.from({ length: BODY_SIGNS }, () => String.fromCodePoint(randomInt(0x4e00, 0x9fa6))).join(''),
    status: 'approved',
    isPublic: true,
    draftedWithAi: false,
    createdAt: at,
    decidedAt: at,
    postCreatedAt: at,
    postDeletedAt: null,
    postLikesSumNano: 0n,
  };
}

/** Responds at once, as posts would to an author of {@link TEXTS} texts who follows nobody. */
const posts = {
  call: (rpc: unknown, { after }: { after?: { textId: number } | null }) => {
    if (rpc === exportFollows) return Promise.resolve({ follows: [], nextId: null });
    expect(rpc).toBe(exportTexts);
    const first = (after?.textId ?? 0) + 1;
    const last = first + TEXTS_A_PAGE - 1;
    const texts = Array.from({ length: TEXTS_A_PAGE }, (_, index) => longText(first + index));
    return Promise.resolve({ texts, next: last < TEXTS ? { postId: last, textId: last } : null });
  },
};

@Module({
  providers: [
    PostsPart,
    { provide: RpcClient, useValue: posts },
    { provide: Database, useValue: { read: { query: () => Promise.resolve([]) } } },
  ],
})
class OnePart {}

it('a part of long texts leaves the event loop a turn for each of them', async () => {
  const app = await NestFactory.createApplicationContext(OnePart, { logger: false });
  const part = app.get(PostsPart);
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const archive = new ExportArchive();
  await part.write({ memberId: 1, archive, save: () => Promise.resolve(void archive.take()) });
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(TEXTS);
});
