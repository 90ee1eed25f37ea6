import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { getEvents, listEventIds } from '@likewell/contracts/core/recover-events';
import { Controller, type Type } from '@nestjs/common';
import { z } from 'zod';
import { int8Id } from '../database/columns.js';
import { Database, type Tx } from '../database/database.js';
import { queryRows } from '../database/query-rows.js';
import { Rpc } from '../rpc/rpc.decorator.js';
import { mayGoOutAgain } from './old-event-rows.js';

/** Half of the bus's maximum message size, since an envelope is counted without what surrounds it. */
const MAX_RESPONSE_BYTES = 512 * 1024;

const listedRow = z.object({ position: int8Id, id: z.string(), is_old: z.boolean() });
const publishedRow = z.object({ position: int8Id, envelope: z.unknown(), fits: z.boolean() });

type List = ReturnType<typeof listEventIds>;
type Get = ReturnType<typeof getEvents>;

/** Returns the controller through which consumers ask a service for the events that it has published. */
export function outboxArchive(service: string, retentionMs: number): Type {
  const [list, get] = [listEventIds(service), getEvents(service)];

  @Controller()
  class OutboxArchive {
    constructor(private readonly database: Database) {}

    @Rpc(list)
    async list(input: RpcInput<List>): Promise<RpcOutput<List>> {
      return { events: await listPublished(this.database.read, input, retentionMs) };
    }

    @Rpc(get)
    get(input: RpcInput<Get>): Promise<RpcOutput<Get>> {
      return findPublished(this.database.read, input);
    }
  }
  return OutboxArchive;
}

/**
 * Lists published events up to the first row younger than requested: an earlier row may not be visible yet. A
 * row of the future was published before the clock was set back.
 */
async function listPublished(
  tx: Tx,
  { subject, afterPosition, olderThanMs, limit }: RpcInput<List>,
  retentionMs: number,
): Promise<RpcOutput<List>['events']> {
  const rows = await queryRows(
    tx,
    listedRow,
    `SELECT position, id, published_at < now() - make_interval(secs => $3::float8 / 1000)
            OR published_at > clock_timestamp() AS is_old
     FROM outbox WHERE subject = $1 AND position > $2 AND ${mayGoOutAgain('$5')}
     ORDER BY position LIMIT $4`,
    [subject, afterPosition, olderThanMs, limit, retentionMs],
  );
  const firstYoung = rows.findIndex((row) => !row.is_old);
  return rows
    .slice(0, firstYoung === -1 ? rows.length : firstYoung)
    .map(({ position, id }) => ({ position, id }));
}

/** Returns at least one of the existing events, and as many more as fit into a response. */
async function findPublished(tx: Tx, { subject, positions }: RpcInput<Get>): Promise<RpcOutput<Get>> {
  const rows = await queryRows(
    tx,
    publishedRow,
    `SELECT position, CASE WHEN fits THEN envelope END AS envelope, fits
     FROM (
       SELECT position, envelope,
              sum(octet_length(envelope::text)) OVER so_far <= $3 OR row_number() OVER so_far = 1 AS fits
       FROM outbox WHERE subject = $1 AND position = ANY ($2) WINDOW so_far AS (ORDER BY position)
     ) AS kept
     ORDER BY position`,
    [subject, positions, MAX_RESPONSE_BYTES],
  );
  const fitting = rows.filter(({ fits }) => fits);
  return {
    events: fitting.map(({ position, envelope }) => ({ position, envelope })),
    isCut: fitting.length < rows.length,
  };
}
