// @ts-check
import { bugsIn } from './mutate.mjs';

const EVENTS = 'libs/service-kit/src/events';
const TESTS = 'libs/service-kit/test';
const GAPS = `${TESTS}/event-gaps.test.ts`;
const CLEANING = `${TESTS}/event-cleaning.test.ts`;
const RETENTION = `${TESTS}/event-retention.test.ts`;
const INBOX_ROWS = `${TESTS}/inbox-rows.test.ts`;

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const EVENT_MUTANTS = [
  ...bugsIn(`${EVENTS}/event-reconciler.ts`, GAPS, [
    {
      bug: 'moves the cursor past a missing event',
      from: 'await this.recover(events.filter(({ id }) => missing.has(id)));',
      to: '',
      name: 'though somebody empties the stream',
    },
    {
      bug: 'takes what waits for its turn for lost',
      from: 'gapAfterMs + Math.round(this.behindMs())',
      to: 'gapAfterMs',
      name: 'and none is taken for lost that only waits for its turn, however old it is',
    },
  ]),
  ...bugsIn('libs/service-kit/db/functions/place_event.sql', GAPS, {
    bug: 'gives a published event no position',
    from: "NEW.position := nextval('outbox_position');",
    to: 'NULL;',
    name: 'though messages in the midst of the stream are gone',
  }),
  ...bugsIn(`${EVENTS}/event-consumers.ts`, GAPS, {
    bug: 'never starts to look for gaps',
    from: 'return [consumer, new EventReconciler(inbox, () => consumer.behindMs(), tools)];',
    to: 'return [consumer];',
    name: 'though the last ones of the stream are gone, and nothing comes after them',
  }),
  ...bugsIn(`${EVENTS}/outbox-archive.ts`, GAPS, {
    bug: 'answers events that are younger than asked for',
    from: '.slice(0, firstYoung === -1 ? rows.length : firstYoung)',
    to: '.slice(0, rows.length)',
    name: 'and none is taken for lost that only waits for its turn, however old it is',
  }),
  ...bugsIn('libs/contracts/src/core/bus-names.ts', GAPS, {
    bug: 'keeps totals in the stream of facts',
    from: "total: 'TOTALS'",
    to: "total: 'EVENTS'",
    name: 'totals push out no fact, however many they are',
  }),
  ...bugsIn('libs/service-kit/src/config/event-defaults.ts', `${TESTS}/event-storage.test.ts`, {
    bug: 'lets facts have all that NATS may store on a laptop',
    from: 'event: 3 * 1024 ** 3,',
    to: 'event: 4 * 1024 ** 3,',
    name: 'facts and totals have room beside each other in what the launcher lets NATS store',
  }),
  ...bugsIn(`${EVENTS}/event-inbox.ts`, GAPS, {
    bug: 'never sets an event aside',
    from: 'if (attempts >= maxAttempts) return { attempt: attempts, backoffMs: null };',
    to: '',
    name: 'an event that fails again and again is set aside, shown, and tried again when somebody says so',
  }),
  ...bugsIn(`${EVENTS}/event-inbox.ts`, `${TESTS}/event-gaps-replicas.test.ts`, {
    bug: 'handles a known event again',
    from: 'const left = [...byId.values()].filter(({ envelope }) => fresh.has(envelope.id));',
    to: 'const left = [...byId.values()];',
    name: 'two replicas that are given events while one of them asks for the same ones handle each once',
  }),
  ...bugsIn(`${EVENTS}/event-reconciler.ts`, `${TESTS}/event-unreadable.test.ts`, {
    bug: 'stops at an event that it cannot read',
    from: '        await this.inbox.fail(payload, error);',
    to: '        throw error;',
    name: 'is handled once a version can read it',
  }),
  ...bugsIn(`${EVENTS}/inbox-rows.ts`, INBOX_ROWS, [
    {
      bug: 'lets each replica look for gaps at any time',
      from: 'WHERE inbox_cursor.claimed_at < now() - make_interval(secs => $2::float8 / 1000)',
      to: 'WHERE $2::float8 > 0',
      name: 'is one replica’s at a time, from the first one on',
    },
    {
      bug: 'ends its turn while it is still at it',
      from: 'position = greatest(position, $2), claimed_at = now(),',
      to: 'position = greatest(position, $2),',
      name: 'stays with a replica that is still at it, and goes on where it came to',
    },
    {
      bug: 'waits for failed events that another replica tries',
      from: 'FOR UPDATE SKIP LOCKED',
      to: 'FOR UPDATE',
      name: 'a failed event that is due goes to one of those who ask at the same time',
    },
  ]),
  ...bugsIn(`${EVENTS}/old-event-rows.ts`, CLEANING, [
    {
      bug: 'deletes events that have not left, or only just',
      from: "delivered: 'published_at'",
      to: "delivered: 'created_at'",
      name: 'and those stay that are younger, late or unpublished',
    },
    {
      bug: 'forgets in the inbox before it does in the outbox',
      from: 'factor: 4 / 3',
      to: 'factor: 3 / 4',
      name: 'and those stay that are younger, late or unpublished',
    },
  ]),
  ...bugsIn(`${EVENTS}/outbox-rows.ts`, RETENTION, {
    bug: 'sends events again that inboxes may have forgotten',
    from: "AND published_at IS NOT NULL AND ${mayGoOutAgain('$1')}",
    to: 'AND published_at IS NOT NULL AND $1::float8 > 0',
    name: 'an event that inboxes may have forgotten does not go out into a new stream',
  }),
  ...bugsIn(`${EVENTS}/outbox-archive.ts`, RETENTION, {
    bug: 'lists events that inboxes may have forgotten',
    from: "AND position > $2 AND ${mayGoOutAgain('$5')}",
    to: 'AND position > $2 AND $5::float8 > 0',
    name: 'an event that inboxes may have forgotten is not found by a look for gaps',
  }),
  ...bugsIn(`${EVENTS}/event-cleaner.ts`, CLEANING, {
    bug: 'rests after each batch that it deletes',
    from: 'return isMore ? PAUSE_MS : IDLE_MS;',
    to: 'return IDLE_MS;',
    name: 'and those stay that are younger, late or unpublished',
  }),
  ...bugsIn(`${EVENTS}/event-watch.ts`, `${TESTS}/event-lag.test.ts`, {
    bug: 'measures the lag only in a relay that has its turn',
    from: 'this.lagSeconds = await measureLagSeconds(database.read);',
    to: 'if (relay.sinceTurnMs() < 1500) this.lagSeconds = await measureLagSeconds(database.read);',
    name: 'a relay that gets no turn is seen, and so is what waits for it',
  }),
  ...bugsIn('libs/service-kit/src/database/advisory-locks.ts', `${TESTS}/advisory-locks.test.ts`, {
    bug: 'has one key for the audit and the relay',
    from: "':${purpose}'",
    to: "':any'",
    name: 'a lock excludes those of its purpose, and nobody of another one',
  }),
];
