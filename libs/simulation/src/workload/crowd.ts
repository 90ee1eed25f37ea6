import { AppError } from '@likewell/contracts/core/app-error';
import type { Rpc, RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { setTimeout as sleep } from 'node:timers/promises';
import { Neighbours } from '../neighbours.js';
import { runIn } from '../simulated-process.js';
import type { World } from '../world.js';

/** A response, or the code of an error. */
export type Outcome<T> =
  { readonly output: T; readonly code: null } | { readonly output: null; readonly code: string };

/** Error codes after which it is unknown whether the call has done its work. */
const OPEN_CODES = new Set([
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED',
  'INTERNAL',
  'OVERLOADED',
  'ACCOUNT_NOT_OPEN',
  'AUTHOR_ACCOUNT_NOT_OPEN',
]);
const NEIGHBOUR_TIMEOUT_MS = 5000;
const NEIGHBOUR_PAUSE_MS = 200;

/** The users of the site, and the members and posts that they know of. */
export class Crowd {
  readonly members: number[] = [];
  readonly posts: { readonly id: number; readonly authorId: number }[] = [];
  isOver = false;
  private nextId = 1000;

  constructor(readonly world: World) {}

  newId(): number {
    return this.nextId++;
  }

  /** Repeats an action, with pauses of up to `maxPauseMs`. */
  send(maxPauseMs: number, act: () => Promise<void>): void {
    const { scheduler, random, clients } = this.world;
    const again = async () => {
      for (;;) {
        await sleep(random.between(1, maxPauseMs));
        if (this.isOver) return;
        await act();
      }
    };
    scheduler.after(0, clients, null, () => void again());
  }

  async call<R extends Rpc>(contract: R, input: RpcInput<R>): Promise<Outcome<RpcOutput<R>>> {
    const { trace, client, scheduler } = this.world;
    const verb = contract.subject.split('.').at(-1) ?? '';
    try {
      const output = await client.call(contract, input);
      trace.add(scheduler.nowMs, 'call', `${verb} ok`);
      return { output, code: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      trace.add(scheduler.nowMs, 'call', `${verb} ${error.code}`);
      return { output: null, code: error.code };
    }
  }

  /** Repeats a call while its effect is unknown; returns the last outcome, or null when it stays unknown. */
  async insist<R extends Rpc>(
    contract: R,
    input: RpcInput<R>,
    attempts = 8,
  ): Promise<Outcome<RpcOutput<R>> | null> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const outcome = await this.call(contract, input);
      if (outcome.code === null || !OPEN_CODES.has(outcome.code)) return outcome;
      await sleep(200 * attempt);
    }
    return null;
  }

  /** Repeats an action of auth or posts until its effect is known, with pauses: both replicas may be down. */
  async insistAtNeighbours(work: (neighbours: Neighbours) => Promise<void>): Promise<void> {
    while (!(await this.atNeighbours(work))) await sleep(NEIGHBOUR_PAUSE_MS);
  }

  /** Performs an action of auth or posts; false when its effect is unknown. */
  async atNeighbours(work: (neighbours: Neighbours) => Promise<void>): Promise<boolean> {
    const place = this.world.anyOf('neighbours');
    if (!place) return false;
    const done = runIn(place.process, () => work(place.started.get(Neighbours))).then(
      () => true,
      () => false,
    );
    return Promise.race([done, sleep(NEIGHBOUR_TIMEOUT_MS, false)]);
  }
}
