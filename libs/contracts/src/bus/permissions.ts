import { consumerName, inboxPrefix, replyPrefix, STREAMS } from '../core/bus-names.js';
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
 * Returns what NATS lets a process do: its entry of {@link BUS_ACCESS}, and what JetStream and replies need for it.
 * Every subject is named: `allow_responses` would allow whatever a message names as its reply subject (ADR 0177).
 */
export function permissionsOf(name: ProcessName): BusPermissions {
  const { calls, serves, tells, hears, broadcasts, listensTo } = BUS_ACCESS[name];
  return {
    publish: [
      ...calls,
      ...tells,
      ...broadcasts,
      ...(serves.length > 0 ? looksAtStreams() : []),
      ...serves.flatMap(replies),
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
    return [
      `$JS.API.CONSUMER.INFO.${consumer}`,
      `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
      // Nine words, and at least eleven with `js_ack_fc_v2` of nats-server 2.14, where domain and account come first.
      // With nine of these, another's consumer could stand in their place: an acknowledgement may pull (ADR 0177).
      `$JS.ACK.${consumer}.*.*.*.*.*`,
      `$JS.ACK.*.*.${consumer}.*.*.*.*.>`,
    ];
  }
}

/**
 * Returns the `users` of NATS's configuration. Each is identified by the public key in the variable
 * {@link keyVariable}.
 */
export function usersConf(): string {
  const users = PROCESSES.map((name) => {
    const { publish, subscribe } = permissionsOf(name);
    return `  {
    nkey: $${keyVariable(name)}
    permissions {
      publish: [${list(publish)}]
      subscribe: [${list(subscribe)}]
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

/** Returns where the service of a call replies to those who may make it. */
function replies(subject: string): string[] {
  return PROCESSES.filter((caller) => BUS_ACCESS[caller].calls.includes(subject)).flatMap((caller) => [
    `${replyPrefix(inboxPrefix(caller), subject)}.>`,
    // Until no caller of the version before runs any more, whose inboxes do not name the service: a word less.
    `${inboxPrefix(caller)}.*.*`,
  ]);
}

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
  [...new Set(subjects)]
    .toSorted()
    .map((subject) => `\n        ${JSON.stringify(subject)}`)
    .join('') + '\n      ';
