import { memberDeleted, memberRegistered } from '@likewell/contracts/auth/events';
import type { EventContract, EventData } from '@likewell/contracts/core/define-event';
import type { Rpc } from '@likewell/contracts/core/define-rpc';
import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import { postPublished, postWithdrawn } from '@likewell/contracts/posts/events';
import { getTipTarget } from '@likewell/contracts/posts/rpc';
import { PostgresProxy } from '@likewell/testing/postgres-proxy';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { LedgerUnderTest } from '../ledger-under-test.js';
import { callUnderFault, type DeclaredCall, type Fault } from './faults.js';
import { Fraction } from './fraction.js';
import type { LedgerModel } from './ledger-model.js';
import type { ModelPost } from './ledger-records.js';
import { Witness } from './witness.js';

/** The clock's period. One began in 1970, so none ends by itself during a test. */
const PERIOD = '36500 days';
const OPERATORS = 8;
const LOOK_PAUSE_MS = 2;

/** The real ledger behind a connection that can be broken; it is reset for each sequence. */
export class ModelWorld {
  /** How often each case occurred, so that a test that stopped covering something is noticed. */
  readonly counts = new Map<string, number>();
  private posts: ReadonlyMap<number, ModelPost> = new Map();

  private constructor(
    readonly ledger: LedgerUnderTest,
    private readonly service: ServiceUnderTest,
    private readonly proxy: PostgresProxy,
    /** Connections for operations that run beside the ledger's replicas. */
    private readonly operators: pg.Pool,
    readonly witness: Witness,
  ) {
    ledger.bus.respond(getTipTarget, ({ postId }) => ({ target: this.posts.get(postId) ?? null }));
  }

  static async start(replicas = 1): Promise<ModelWorld> {
    const { service, ledger } = await LedgerUnderTest.start();
    // Bonuses that the replicas pay every minute would come between a command and its check.
    await ledger.schema.owner.query(
      `CREATE OR REPLACE FUNCTION next_owed_bonuses(after bigint) RETURNS bigint[]
       LANGUAGE sql STABLE AS $$ SELECT '{}'::bigint[] $$`,
    );
    const proxy = await PostgresProxy.to(ledger.schema.url);
    for (let replica = 0; replica < replicas; replica += 1)
      await service.addReplica({ DATABASE_URL: proxy.url });
    await service.replica.stop();
    const operators = new pg.Pool({ connectionString: ledger.schema.ownerUrl, max: OPERATORS });
    return new ModelWorld(ledger, service, proxy, operators, await Witness.of(ledger.schema));
  }

  async stop(): Promise<void> {
    await this.operators.end();
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

  /** Closes all of the service's connections to Postgres, and waits until the service has noticed. */
  async killConnections(): Promise<void> {
    await this.ledger.schema.killConnections();
    await setTimeout(10);
  }

  /** Empties the ledger, except for a treasury of this amount; from then on `model` responds in place of posts. */
  async reset(model: LedgerModel): Promise<void> {
    this.posts = model.posts;
    const { treasury } = model.systemAccounts;
    await this.owner.query(`
      BEGIN;
      SELECT FROM holders_state FOR UPDATE;
      DELETE FROM tip;
      DELETE FROM movement WHERE idem_key IS DISTINCT FROM 'supply:treasury';
      UPDATE movement SET amount = ${treasury};
      DELETE FROM owed_bonus;
      DELETE FROM held_bonus;
      DELETE FROM bonus_day;
      DELETE FROM account WHERE kind = 'member';
      UPDATE account SET balance = CASE kind WHEN 'chain' THEN -${treasury} WHEN 'treasury' THEN ${treasury} ELSE 0 END;
      DELETE FROM post_total;
      DELETE FROM holders_epoch WHERE epoch > 0;
      UPDATE holders_state SET epoch = 0, m = (SELECT m FROM holders_epoch), liability = 0, last_close_at = now();
      DELETE FROM outbox;
      COMMIT`);
  }

  /** Publishes the event that a member registered, and waits until the ledger has handled it. */
  notifyMember(memberId: number, referrerId: number | null): Promise<void> {
    return this.tell(memberRegistered, { memberId, referrerId });
  }

  notifyDeleted(memberId: number): Promise<void> {
    return this.tell(memberDeleted, { memberId, keepsPosts: true });
  }

  /** Closes a member's account as the ledger does for a member who left; returns what was forfeited. */
  async closeAccount(memberId: number): Promise<bigint> {
    const { rows } = await this.operators.query<{ forfeited: string }>(
      'SELECT close_account($1) AS forfeited',
      [memberId],
    );
    return BigInt(rows[0]?.forfeited ?? -1);
  }

  notifyPost({ id: postId, authorId }: ModelPost, open: boolean, version: number): Promise<void> {
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
      await setTimeout(LOOK_PAUSE_MS);
    }
  }

  /**
   * Takes the lock for everything that moves money, until a statement waits for it or all calls in progress
   * have ended.
   */
  async lockLedger(): Promise<{ releaseWhenWaitedFor(underWay: Promise<unknown>): Promise<void> }> {
    const holder = await this.operators.connect();
    await holder.query('BEGIN; SELECT FROM holders_state FOR UPDATE');
    // Not pg_stat_activity: a transaction sees it as of its first read, so a later connection would wait
    // unseen.
    const waiting =
      'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
    return {
      releaseWhenWaitedFor: async (underWay) => {
        const calls = { areOver: false };
        const end = () => (calls.areOver = true);
        underWay.then(end, end);
        try {
          while (!calls.areOver && (await holder.query(waiting)).rowCount === 0)
            await setTimeout(LOOK_PAUSE_MS);
          await holder.query('COMMIT');
        } finally {
          holder.release();
        }
      },
    };
  }

  /** Pays owed bonuses as the ledger's own job does, one chunk after the other until nothing more can be paid. */
  async payOwedBonuses(): Promise<number> {
    for (let total = 0; ;) {
      const { rows } = await this.operators.query<{ paid: number }>(
        'SELECT paid FROM pay_owed_bonuses(ARRAY(SELECT member_id FROM owed_bonus ORDER BY member_id)) AS paid',
      );
      const paid = rows[0]?.paid ?? 0;
      if (paid === 0) return total;
      total += paid;
    }
  }

  async fillTreasury(key: string, amountNano: bigint): Promise<void> {
    await this.operators.query(`
      BEGIN;
      SELECT FROM holders_state FOR UPDATE;
      INSERT INTO movement (idem_key, kind, from_id, to_id, amount) VALUES ('${key}', 'supply', 1, 2, ${amountNano});
      UPDATE account SET balance = balance + CASE id WHEN 1 THEN -${amountNano} ELSE ${amountNano} END WHERE id IN (1, 2);
      COMMIT`);
  }

  /** Makes the clock begin a new period. */
  async passPeriod(): Promise<void> {
    await this.operators.query(`UPDATE holders_state SET last_close_at = now() - interval '${PERIOD}'`);
  }

  /** Checks the clock as a replica does. */
  async closeByClock(): Promise<number | null> {
    const { rows } = await this.operators.query<{ epoch: number | null }>(
      `SELECT epoch FROM close_epoch_when_due('${PERIOD}') AS epoch`,
    );
    return rows[0]?.epoch ?? null;
  }

  /** Closes an epoch manually, on a connection that no other call waits for. */
  async closeByHand(): Promise<number | null> {
    const { rows } = await this.operators.query<{ epoch: number | null }>(
      'SELECT epoch FROM close_epoch() AS epoch',
    );
    return rows[0]?.epoch ?? null;
  }

  /** Compares all stored data to the nano-LIKE, and every member's share with the exact one. */
  async expectSameAs(model: LedgerModel): Promise<void> {
    await this.expectSameState(model);
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

  /**
   * Marks posts as known that were tipped by concurrent calls, unless the payer had no account at that
   * moment: the ledger asked posts for them.
   */
  async learnKnownPosts(model: LedgerModel): Promise<void> {
    const { rows } = await this.owner.query<{ id: number }>('SELECT post_id::integer AS id FROM post_total');
    for (const { id } of rows) {
      const post = model.posts.get(id);
      if (post) post.isKnown = true;
    }
  }

  /** Compares all stored data to the nano-LIKE. */
  async expectSameState(model: LedgerModel): Promise<void> {
    expect(await this.readAll()).toEqual(allOf(model));
    await this.ledger.expectBalancedBooks();
  }

  private async readAll(): Promise<unknown> {
    const { rows } = await this.owner.query<{ json: unknown }>(`
      SELECT json_build_object(
        'systemAccounts', (SELECT json_object_agg(kind, balance::text) FROM account WHERE kind <> 'member'),
        'members', (SELECT coalesce(json_object_agg(id, json_build_object('balance', balance::text, 'epoch', epoch, 'isClosed', closed_at IS NOT NULL)), '{}')
          FROM account WHERE kind = 'member'),
        'owed', (SELECT coalesce(json_agg(member_id ORDER BY member_id), '[]') FROM owed_bonus),
        'posts', (SELECT coalesce(json_object_agg(post_id, json_build_object('open', open, 'version', version,
          'author', author_id, 'likes', likes_sum::text)), '{}') FROM post_total),
        'tips', (SELECT coalesce(json_object_agg(payer_id || ':' || idem_key, json_build_object('id', seq, 'post', post_id,
          'amount', amount::text)), '{}') FROM tip),
        'deposits', (SELECT coalesce(json_object_agg(substr(idem_key, 9), json_build_object('to', nullif(to_id, 5),
          'amount', amount::text)), '{}') FROM movement WHERE kind = 'deposit'),
        'claims', (SELECT coalesce(json_object_agg(substr(idem_key, 7), json_build_object('by', to_id,
          'amount', amount::text)), '{}') FROM movement WHERE kind = 'claim'),
        'epochs', (SELECT json_agg(json_build_object('index', m::text, 'membersTotal', members_total::text,
          'distributed', distributed::text) ORDER BY epoch) FROM holders_epoch),
        'told', (SELECT coalesce(json_object_agg(post_id, likes::text), '{}') FROM (
          SELECT total ->> 'postId' AS post_id, max((total ->> 'likesSumNano')::numeric) AS likes
          FROM outbox, jsonb_array_elements(envelope -> 'data' -> 'totals') AS total
          WHERE subject = '${likesCounted.subject}' GROUP BY 1) AS news),
        'state', (SELECT json_build_object('epoch', epoch, 'liability', liability::text,
          'isCloseDue', last_close_at < date_bin('${PERIOD}', now(), 'epoch')) FROM holders_state)
      ) AS json`);
    return rows[0]?.json;
  }

  private get owner() {
    return this.ledger.schema.owner;
  }
}

/** Returns the model's state in the shape of `readAll`. */
function allOf(model: LedgerModel): unknown {
  const members = [...model.members.values()];
  return {
    systemAccounts: texts(model.systemAccounts),
    members: Object.fromEntries(
      members.map(({ id, balance, epoch, isClosed }) => [id, { balance: String(balance), epoch, isClosed }]),
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
    claims: Object.fromEntries(
      [...model.claims].map(([signature, memberId]) => [
        signature,
        { by: memberId, amount: String(model.deposits.get(signature)?.amountNano) },
      ]),
    ),
    epochs: model.epochs.map(texts),
    told: Object.fromEntries(
      [...model.posts.values()]
        .filter(({ likesSum }) => likesSum > 0n)
        .map(({ id, likesSum }) => [id, String(likesSum)]),
    ),
    state: { epoch: model.epoch, liability: String(model.liability), isCloseDue: model.isCloseDue },
  };
}

function texts(amounts: Record<string, bigint>): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, String(amount)]));
}
