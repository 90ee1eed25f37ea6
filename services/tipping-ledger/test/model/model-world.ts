import { memberRegistered } from '@likewell/contracts/auth/events';
import type { EventContract, EventData } from '@likewell/contracts/kernel/define-event';
import type { Rpc } from '@likewell/contracts/kernel/define-rpc';
import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import { postPublished, postWithdrawn } from '@likewell/contracts/posts/events';
import { getTipTarget } from '@likewell/contracts/posts/rpc';
import { PostgresProxy } from '@likewell/testing/postgres-proxy';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { LedgerUnderTest } from '../ledger-under-test.js';
import { callUnderFault, type DeclaredCall, type Fault } from './faults.js';
import { Fraction } from './fraction.js';
import type { LedgerModel, ModelPost } from './ledger-model.js';

/** The real ledger behind a link that can be broken, begun anew for each sequence. */
export class ModelWorld {
  /** How often each thing happened, so that a test that stopped testing something is seen. */
  readonly counts = new Map<string, number>();
  private posts: ReadonlyMap<number, ModelPost> = new Map();

  private constructor(
    readonly ledger: LedgerUnderTest,
    private readonly service: ServiceUnderTest,
    private readonly proxy: PostgresProxy,
  ) {
    ledger.bus.answer(getTipTarget, ({ postId }) => ({ target: this.posts.get(postId) ?? null }));
  }

  static async start(): Promise<ModelWorld> {
    const { service, ledger } = await LedgerUnderTest.start();
    const proxy = await PostgresProxy.to(ledger.schema.url);
    await service.addReplica({ DATABASE_URL: proxy.url });
    await service.replica.stop();
    return new ModelWorld(ledger, service, proxy);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    this.proxy.stop();
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  call<R extends Rpc>(fault: Fault | null, call: DeclaredCall<R>) {
    this.count(fault ?? 'no fault');
    return callUnderFault(
      { bus: this.ledger.bus, schema: this.ledger.schema, proxy: this.proxy },
      fault,
      call,
    );
  }

  /** Ends all that the service has open in Postgres, and waits until it knows. */
  async killConnections(): Promise<void> {
    await this.ledger.schema.killConnections();
    await setTimeout(10);
  }

  /** Empties the ledger, but for a treasury of this much; `model` speaks for posts from now on. */
  async reset(model: LedgerModel): Promise<void> {
    this.posts = model.posts;
    const { treasury } = model.house;
    await this.owner.query(`
      BEGIN;
      SELECT FROM holders_state FOR UPDATE;
      DELETE FROM tip;
      DELETE FROM movement WHERE kind <> 'supply';
      UPDATE movement SET amount = ${treasury};
      DELETE FROM owed_bonus;
      DELETE FROM account WHERE kind = 'member';
      UPDATE account SET balance = CASE kind WHEN 'chain' THEN -${treasury} WHEN 'treasury' THEN ${treasury} ELSE 0 END;
      DELETE FROM post_total;
      DELETE FROM holders_epoch WHERE epoch > 0;
      UPDATE holders_state SET epoch = 0, m = (SELECT m FROM holders_epoch), liability = 0;
      DELETE FROM outbox;
      COMMIT`);
  }

  /** Tells that a member joined, and waits until the ledger has heard it. */
  tellMember(memberId: number, referrerId: number | null): Promise<void> {
    return this.tell(memberRegistered, { memberId, referrerId });
  }

  tellPost({ id: postId, authorId }: ModelPost, open: boolean, version: number): Promise<void> {
    return this.tell(open ? postPublished : postWithdrawn, { postId, authorId, version });
  }

  private async tell<E extends EventContract>(contract: E, data: EventData<E>): Promise<void> {
    const eventId = randomUUID();
    await this.ledger.bus.tell(contract, data, eventId);
    const end = Date.now() + 15_000;
    for (;;) {
      const { rowCount } = await this.owner.query('SELECT FROM inbox WHERE event_id = $1', [eventId]);
      if (rowCount === 1) return;
      if (Date.now() > end) throw new Error('the event was not handled');
      await setTimeout(2);
    }
  }

  /** Compares everything there is to the nano, and every member's share with the exact one. */
  async expectSameAs(model: LedgerModel): Promise<void> {
    expect(await this.readAll()).toEqual(allOf(model));
    await this.ledger.expectBalancedBooks();
    for (const member of model.members.values()) {
      const balance = model.balance(member.id);
      expect(await this.ledger.balance(member.id)).toBe(balance);
      const lines = await this.ledger.statement(member.id);
      expect(lines.reduce((sum, { amountNano }) => sum + amountNano, 0n)).toBe(balance);
      expect(
        lines.map(({ kind, amountNano, postId, counterpartyId }) => ({
          kind,
          amountNano,
          postId,
          counterpartyId,
        })),
      ).toEqual([
        ...member.lines.toReversed(),
        { kind: 'accrued', amountNano: model.accrued(member), postId: null, counterpartyId: null },
      ]);
      const short = member.exact.minus(new Fraction(balance));
      expect(new Fraction(0n).isAtMost(short)).toBe(true);
      expect(short.isAtMost(model.roundingBound(member))).toBe(true);
    }
  }

  private async readAll(): Promise<unknown> {
    const { rows } = await this.owner.query<{ json: unknown }>(`
      SELECT json_build_object(
        'house', (SELECT json_object_agg(kind, balance::text) FROM account WHERE kind <> 'member'),
        'members', (SELECT coalesce(json_object_agg(id, json_build_object('balance', balance::text, 'epoch', epoch)), '{}')
          FROM account WHERE kind = 'member'),
        'owed', (SELECT coalesce(json_agg(member_id ORDER BY member_id), '[]') FROM owed_bonus),
        'posts', (SELECT coalesce(json_object_agg(post_id, json_build_object('open', open, 'version', version,
          'author', author_id, 'likes', likes_sum::text)), '{}') FROM post_total),
        'tips', (SELECT coalesce(json_object_agg(payer_id || ':' || idem_key, json_build_object('id', seq, 'post', post_id,
          'amount', amount::text)), '{}') FROM tip),
        'deposits', (SELECT coalesce(json_object_agg(substr(idem_key, 9), json_build_object('to', nullif(to_id, 5),
          'amount', amount::text)), '{}') FROM movement WHERE kind = 'deposit'),
        'epochs', (SELECT json_agg(json_build_object('index', m::text, 'membersTotal', members_total::text,
          'distributed', distributed::text) ORDER BY epoch) FROM holders_epoch),
        'told', (SELECT coalesce(json_object_agg(post_id, likes::text), '{}') FROM (
          SELECT total ->> 'postId' AS post_id, max((total ->> 'likesSumNano')::numeric) AS likes
          FROM outbox, jsonb_array_elements(envelope -> 'data' -> 'totals') AS total
          WHERE subject = '${likesCounted.subject}' GROUP BY 1) AS news),
        'state', (SELECT json_build_object('epoch', epoch, 'liability', liability::text) FROM holders_state)
      ) AS json`);
    return rows[0]?.json;
  }

  private get owner() {
    return this.ledger.schema.owner;
  }
}

/** The model in the shape of `readAll`. */
function allOf(model: LedgerModel): unknown {
  const members = [...model.members.values()];
  return {
    house: texts(model.house),
    members: Object.fromEntries(
      members.map(({ id, balance, epoch }) => [id, { balance: String(balance), epoch }]),
    ),
    owed: members
      .filter(({ isBonusOwed }) => isBonusOwed)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
    posts: Object.fromEntries(
      [...model.posts.values()]
        .filter(({ isKnown }) => isKnown)
        .map(({ id, authorId, open, version, likesSum }) => [
          id,
          { open, version, author: authorId, likes: String(likesSum) },
        ]),
    ),
    tips: Object.fromEntries(
      [...model.tips].map(([key, { tipId, postId, amountNano }]) => [
        key,
        { id: tipId, post: postId, amount: String(amountNano) },
      ]),
    ),
    deposits: Object.fromEntries(
      [...model.deposits].map(([signature, { memberId, amountNano }]) => [
        signature,
        { to: memberId, amount: String(amountNano) },
      ]),
    ),
    epochs: model.epochs.map(texts),
    told: Object.fromEntries(
      [...model.posts.values()]
        .filter(({ likesSum }) => likesSum > 0n)
        .map(({ id, likesSum }) => [id, String(likesSum)]),
    ),
    state: { epoch: model.epoch, liability: String(model.liability) },
  };
}

function texts(amounts: Record<string, bigint>): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, String(amount)]));
}
