import { memberRegistered, walletProved } from '@likewell/contracts/auth/events';
import { findProfile } from '@likewell/contracts/auth/profile-rpc';
import type { EventData } from '@likewell/contracts/core/define-event';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { postPublished, postWithdrawn } from '@likewell/contracts/posts/events';
import { getTipTarget } from '@likewell/contracts/posts/rpc';
import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import { serviceConfig } from '@likewell/service-kit/config/config';
import { RETENTION_MS } from '@likewell/service-kit/config/event-defaults';
import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { migrationOf, type SchemaDefinition } from '@likewell/service-kit/database/schema-definition';
import { OnEvents } from '@likewell/service-kit/events/on-event.decorator';
import { outboxArchive } from '@likewell/service-kit/events/outbox-archive';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller, Module } from '@nestjs/common';

/** The parts of auth and posts that the ledger and the watcher depend on, in one small service. */
export const neighboursSchema: SchemaDefinition = {
  migrations: [
    migrationOf(
      '1763700100000-create-neighbours.sql',
      `CREATE TABLE member (member_id bigint PRIMARY KEY, referrer_id bigint);
       CREATE TABLE post (
         post_id bigint PRIMARY KEY,
         author_id bigint NOT NULL,
         open boolean NOT NULL,
         version integer NOT NULL,
         likes_sum numeric NOT NULL DEFAULT 0
       )`,
    ),
  ],
  functions: [],
};

@Controller()
export class Neighbours {
  constructor(private readonly database: Database) {}

  /** Registers a member; the event leaves with the row. */
  async register(memberId: number, referrerId: number | null): Promise<void> {
    await this.database.transaction(async (tx) => {
      const rows = await tx.query<unknown[]>(
        'INSERT INTO member VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING member_id',
        [memberId, referrerId],
      );
      if (rows.length > 0) await recordEvent(tx, memberRegistered, { memberId, referrerId });
    });
  }

  async publish(postId: number, authorId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const rows = await tx.query<unknown[]>(
        'INSERT INTO post VALUES ($1, $2, true, 1) ON CONFLICT DO NOTHING RETURNING post_id',
        [postId, authorId],
      );
      if (rows.length > 0) await recordEvent(tx, postPublished, { postId, authorId, version: 1 });
    });
  }

  async withdraw(postId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [rows] = await tx.query<[{ author_id: string; version: number }[], number]>(
        'UPDATE post SET open = false, version = version + 1 WHERE post_id = $1 AND open RETURNING author_id, version',
        [postId],
      );
      for (const { author_id, version } of rows) {
        await recordEvent(tx, postWithdrawn, { postId, authorId: Number(author_id), version });
      }
    });
  }

  /** Records that a member signed in with a wallet. */
  async proveWallet(memberId: number, address: string): Promise<void> {
    await this.database.transaction((tx) => recordEvent(tx, walletProved, { memberId, address }));
  }

  @Rpc(getTipTarget)
  async target({ postId }: RpcInput<typeof getTipTarget>): Promise<RpcOutput<typeof getTipTarget>> {
    const [row] = await this.database.read.query<{ author_id: string; open: boolean; version: number }[]>(
      'SELECT author_id, open, version FROM post WHERE post_id = $1',
      [postId],
    );
    if (!row) return { target: null };
    return { target: { authorId: Number(row.author_id), open: row.open, version: row.version } };
  }

  @Rpc(findProfile)
  profile(wanted: RpcInput<typeof findProfile>): RpcOutput<typeof findProfile> {
    if (!('memberId' in wanted)) return { profile: null };
    const { memberId } = wanted;
    return {
      profile: { memberId, username: `member_${memberId}`, avatar: null, isVerified: false, version: 1 },
    };
  }

  @OnEvents(likesCounted)
  async count(events: EventData<typeof likesCounted>[], tx: Tx): Promise<void> {
    const totals = events.flatMap((event) => event.totals);
    await tx.query(
      `UPDATE post SET likes_sum = told.likes_sum
       FROM (SELECT post_id, max(sum) AS likes_sum
         FROM unnest($1::bigint[], $2::numeric[]) AS each (post_id, sum) GROUP BY post_id) AS told
       WHERE post.post_id = told.post_id AND post.likes_sum < told.likes_sum`,
      [totals.map(({ postId }) => postId), totals.map(({ likesSumNano }) => likesSumNano.toString())],
    );
  }
}

@Module({ controllers: [Neighbours, ...['auth', 'posts'].map((name) => outboxArchive(name, RETENTION_MS))] })
class NeighboursModule {}

export const neighboursService: ServiceDefinition = {
  name: 'neighbours',
  config: serviceConfig,
  module: NeighboursModule,
};
