import * as aiDraftingEvents from '../ai-drafting/events.js';
import * as aiDraftingCalls from '../ai-drafting/rpc.js';
import * as addressCalls from '../auth/address-rpc.js';
import * as authBroadcasts from '../auth/broadcasts.js';
import * as postsBroadcasts from '../posts/broadcasts.js';
import * as confirmationCalls from '../auth/confirmation-rpc.js';
import * as authEvents from '../auth/events.js';
import * as keyCalls from '../auth/keys-rpc.js';
import * as leavingCalls from '../auth/leaving-rpc.js';
import * as passwordCalls from '../auth/passwords-rpc.js';
import * as profileCalls from '../auth/profile-rpc.js';
import * as securityEventCalls from '../auth/security-events-rpc.js';
import * as sessionCalls from '../auth/sessions-rpc.js';
import * as signInMethodCalls from '../auth/sign-in-methods-rpc.js';
import * as signInCalls from '../auth/sign-in-rpc.js';
import * as tipLimitCalls from '../auth/tip-limit-rpc.js';
import type { Broadcast } from '../core/define-broadcast.js';
import { addressOf, type EventContract } from '../core/define-event.js';
import type { Rpc } from '../core/define-rpc.js';
import { hasDatabase } from '../core/has-database.js';
import { PROCESSES, type ProcessName } from '../core/processes.js';
import { getEvents, listEventIds } from '../core/recover-events.js';
import * as giveawayCalls from '../giveaway/rpc.js';
import * as postsEvents from '../posts/events.js';
import * as postsCalls from '../posts/rpc.js';
import * as ledgerEvents from '../tipping-ledger/events.js';
import * as ledgerCalls from '../tipping-ledger/rpc.js';
import * as priceCalls from '../wallet-chain-watcher/price.js';
import * as watcherCalls from '../wallet-chain-watcher/rpc.js';

/** Everything that a process may send and receive on the bus. */
export interface BusAccess {
  /** Subjects of the calls that it makes. */
  readonly calls: readonly string[];
  /** Subjects of the calls that it serves. */
  readonly serves: readonly string[];
  /** Subjects of the events that it publishes. */
  readonly tells: readonly string[];
  /** Subjects of the events that it consumes. */
  readonly hears: readonly string[];
  /** Subjects of the broadcasts that it sends. */
  readonly broadcasts: readonly string[];
  /** Subjects of the broadcasts that it listens to. */
  readonly listensTo: readonly string[];
}

const contractsIn = (modules: readonly object[]) =>
  modules.flatMap((each) => Object.values<unknown>({ ...each }));
const has = (value: unknown, key: string) => typeof value === 'object' && value !== null && key in value;

/** Every declared call. */
export const CALLS: readonly Rpc[] = contractsIn([
  aiDraftingCalls,
  signInCalls,
  sessionCalls,
  profileCalls,
  passwordCalls,
  addressCalls,
  signInMethodCalls,
  keyCalls,
  confirmationCalls,
  tipLimitCalls,
  securityEventCalls,
  leavingCalls,
  giveawayCalls,
  postsCalls,
  ledgerCalls,
  priceCalls,
  watcherCalls,
]).filter((value): value is Rpc => has(value, 'callers'));

/** Every declared event. */
export const EVENTS: readonly EventContract[] = contractsIn([
  aiDraftingEvents,
  authEvents,
  postsEvents,
  ledgerEvents,
]).filter((value): value is EventContract => has(value, 'readers'));

/** Every declared broadcast. */
export const BROADCASTS: readonly Broadcast[] = contractsIn([authBroadcasts, postsBroadcasts]).filter(
  (value): value is Broadcast => has(value, 'listeners'),
);

/** Rights that the contracts give each process; everything else is forbidden. */
export const BUS_ACCESS: Readonly<Record<ProcessName, BusAccess>> = Object.fromEntries(
  PROCESSES.map((name) => [name, accessOf(name)]),
) as Record<ProcessName, BusAccess>;

function accessOf(name: ProcessName): BusAccess {
  const heard = EVENTS.filter(({ readers }) => readers.includes(name));
  const told = EVENTS.filter((event) => addressOf(event).publisher === name);
  const isService = name !== 'gateway';
  const publishers = new Set(heard.map((event) => addressOf(event).publisher));
  return {
    calls: [
      ...CALLS.filter(({ callers }) => callers.includes(name)).map(({ subject }) => subject),
      // A consumer of events asks their publisher for those that it missed.
      ...[...publishers].flatMap(recovery),
      ...(isService ? [hasDatabase(name).subject] : []),
    ],
    serves: [
      ...CALLS.filter(({ subject }) => subject.split('.')[1] === name).map(({ subject }) => subject),
      // Each service serves the recovery calls for its outbox, even if it publishes no event.
      ...(isService ? [...recovery(name), hasDatabase(name).subject] : []),
    ],
    tells: told.map(({ subject }) => subject),
    hears: heard.map(({ subject }) => subject),
    broadcasts: BROADCASTS.filter(({ subject }) => subject.split('.')[1] === name).map(
      ({ subject }) => subject,
    ),
    listensTo: BROADCASTS.filter(({ listeners }) => listeners.includes(name)).map(({ subject }) => subject),
  };
}

function recovery(publisher: string): string[] {
  return [listEventIds(publisher).subject, getEvents(publisher).subject];
}
