import { consumerName, inboxPrefix, STREAMS } from '../core/bus-names.js';
import type { EventKind } from '../core/define-event.js';
import { PROCESSES, type ProcessName } from '../core/processes.js';
import { BUS_ACCESS } from './access.js';

/**
 * The only process that may create streams and consumers. The creator of a consumer decides where its
 * messages go, and could have them delivered as a call; the ledger gains nothing by that.
 */
export const BUS_KEEPER: ProcessName = 'tipping-ledger';

/** Subjects in the form of NATS's configuration. */
export interface BusPermissions {
  readonly publish: readonly string[];
  /** A subject followed by a queue group may be subscribed to only within that group. */
  readonly subscribe: readonly string[];
}

/**
 * Allows one reply to a call, within more time than the longest call takes, and one to an event, its
 * acknowledgement. NATS tracks the reply subject of each until it is used, so acknowledgements have no
 * permission of their own, which would leave theirs unused (ADR 0167).
 */
const RESPONSES = '\n      allow_responses: { max: 1, expires: "2m" }';

/** Returns what NATS lets a process do: its entry of {@link BUS_ACCESS}, and what JetStream needs for it. */
export function permissionsOf(name: ProcessName): BusPermissions {
  const { calls, serves, tells, hears, broadcasts, listensTo } = BUS_ACCESS[name];
  return {
    publish: [
      ...calls,
      ...tells,
      ...broadcasts,
      ...(serves.length > 0 ? looksAtStreams() : []),
      ...hears.flatMap(pulls),
      ...keeps(name),
    ],
    subscribe: [
      ...serves.map((subject) => `${subject} ${name}`),
      // Without a queue group, so that each replica receives it.
      ...listensTo,
      `${inboxPrefix(name)}.>`,
    ],
  };

  function pulls(subject: string): string[] {
    const consumer = `${streamOf(subject)}.${consumerName(name, subject)}`;
    return [`$JS.API.CONSUMER.INFO.${consumer}`, `$JS.API.CONSUMER.MSG.NEXT.${consumer}`];
  }
}

/**
 * Returns the `users` of NATS's configuration. Each is identified by the public key in the variable
 * {@link keyVariable}. It may reply once to a call whose caller waits, and acknowledge once an event that it
 * was given.
 */
export function usersConf(): string {
  const users = PROCESSES.map((name) => {
    const { publish, subscribe } = permissionsOf(name);
    const { serves, hears } = BUS_ACCESS[name];
    const responds = serves.length > 0 || hears.length > 0;
    return `  {
    nkey: $${keyVariable(name)}
    permissions {
      publish: [${list(publish)}]
      subscribe: [${list(subscribe)}]${responds ? RESPONSES : ''}
    }
  }`;
  });
  return [
    '# Who may say and hear what on the bus: written from the contracts by `npm run write:bus`.',
    `# ${keyVariable('gateway')} and so on, the public keys; a variable is known within its own file alone.`,
    'include "keys/keys.conf"',
    `users: [\n${users.join('\n')}\n]\n`,
  ].join('\n');
}

/** Returns the variable of NATS's configuration that holds a process's public key. */
export const keyVariable = (name: ProcessName) => `NATS_KEY_${name.toUpperCase().replaceAll('-', '_')}`;

const streamOf = (subject: string) => STREAMS[subject.split('.')[0] as EventKind];

const looksAtStreams = () => [
  '$JS.API.INFO',
  ...Object.values(STREAMS).map((stream) => `$JS.API.STREAM.INFO.${stream}`),
];

function keeps(name: ProcessName): string[] {
  if (name !== BUS_KEEPER) return [];
  return Object.values(STREAMS).flatMap((stream) => [
    `$JS.API.STREAM.CREATE.${stream}`,
    `$JS.API.STREAM.UPDATE.${stream}`,
    `$JS.API.CONSUMER.INFO.${stream}.*`,
    `$JS.API.CONSUMER.CREATE.${stream}.>`,
    `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.*`,
  ]);
}

/** Sorted, so that the text does not depend on the order of a module's exports. */
const list = (subjects: readonly string[]) =>
  subjects
    .toSorted()
    .map((subject) => `\n        ${JSON.stringify(subject)}`)
    .join('') + '\n      ';
