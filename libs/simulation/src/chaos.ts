import type { Place, World } from './world.js';

/** A fault that lasts for a while. */
interface Disaster {
  readonly name: string;
  /** True if an outbox may fail to empty while it lasts. */
  readonly stopsEvents: boolean;
  readonly weight: number;
  /** Begins it; returns a function that ends it. */
  begin(world: World, place: Place): Promise<() => void> | (() => void);
}

const NOTHING_TO_END = () => undefined;

const DISASTERS: readonly Disaster[] = [
  {
    name: 'crash',
    stopsEvents: true,
    weight: 6,
    begin: async (world, place) => {
      await world.crash(place, world.random.between(300, 12_000));
      return NOTHING_TO_END;
    },
  },
  {
    name: 'pause',
    stopsEvents: true,
    weight: 4,
    begin: ({ random, scheduler }, { process }) => {
      process.pausedUntil = scheduler.nowMs + random.between(500, 25_000);
      return NOTHING_TO_END;
    },
  },
  {
    name: 'bad network',
    stopsEvents: true,
    weight: 6,
    begin: ({ random, faults }, { process }) => {
      const weather = {
        loss: random.between(0, 0.3),
        double: random.between(0, 0.3),
        maxDelayMs: random.pick([5, 200, 4000]),
        isCutOff: false,
      };
      faults.weather.set(process, weather);
      return () => faults.weather.delete(process);
    },
  },
  {
    name: 'cut off',
    stopsEvents: true,
    weight: 3,
    begin: ({ faults }, { process }) => {
      faults.weather.set(process, { loss: 1, double: 0, maxDelayMs: 1, isCutOff: true });
      return () => faults.weather.delete(process);
    },
  },
  {
    name: 'statements lost',
    stopsEvents: true,
    weight: 3,
    begin: ({ random, faults }) => {
      faults.statementLoss = random.between(0.001, 0.03);
      return () => (faults.statementLoss = 0);
    },
  },
  {
    name: 'connection cut',
    stopsEvents: false,
    weight: 6,
    begin: async ({ postgres }, { process }) => {
      await postgres.cutOne(process);
      return NOTHING_TO_END;
    },
  },
  {
    name: 'clock set',
    stopsEvents: false,
    weight: 3,
    begin: (world, { process }) => {
      process.skewMs = world.makeSkewMs();
      return NOTHING_TO_END;
    },
  },
  {
    name: 'slow reads',
    stopsEvents: false,
    weight: 4,
    begin: ({ faults }, { process }) => {
      faults.slowReaders.add(process);
      return () => faults.slowReaders.delete(process);
    },
  },
  {
    name: 'endpoint wrong',
    stopsEvents: false,
    weight: 4,
    begin: ({ random, faults }) => {
      const name = random.pick(['solana-1', 'solana-2']);
      const kinds = [
        { isDown: true },
        { losesRows: random.between(0.05, 0.5) },
        { lagMs: random.between(1000, 60_000) },
        // A statement on which both endpoints agree is believed.
        ...(name === 'solana-1' ? [{ lies: true }] : []),
      ];
      faults.endpoints.set(name, { ...faults.endpoint(name), ...random.pick(kinds) });
      return () => faults.endpoints.delete(name);
    },
  },
  {
    name: 'stream forgets',
    stopsEvents: false,
    weight: 3,
    begin: ({ random, streams }) => {
      streams.lose(random.pick(['some', 'some', 'all', 'stream'] as const));
      return NOTHING_TO_END;
    },
  },
  {
    name: 'stream full',
    stopsEvents: false,
    weight: 2,
    begin: ({ random, streams }) => {
      const before = streams.maxBytes;
      streams.maxBytes = random.int(2000, 20_000);
      return () => (streams.maxBytes = before);
    },
  },
];

/** Duration of a wave of faults; after each comes a time in which nothing blocks events. */
const WAVE_MS = 80_000;
const LULL_MS = 100_000;

/** Starts disasters, several at once, until it is stopped. */
export class Chaos {
  /** Last time at which a fault could keep an outbox from emptying. */
  lastTroubleMs = 0;
  private isOver = false;
  private readonly ends = new Set<() => void>();

  private startMs = 0;

  constructor(private readonly world: World) {}

  start(): void {
    this.startMs = this.world.scheduler.nowMs;
    this.scheduleNext();
  }

  /** Ends all faults. Crashed processes restart as planned. */
  stop(): void {
    this.isOver = true;
    for (const end of this.ends) end();
    this.ends.clear();
    for (const { process } of this.world.places) process.pausedUntil = 0;
  }

  private scheduleNext(): void {
    const { scheduler, random } = this.world;
    scheduler.after(random.between(500, 8000), null, null, async () => {
      if (this.isOver) return;
      await this.strike();
      this.scheduleNext();
    });
  }

  private async strike(): Promise<void> {
    const { random, places, trace, scheduler } = this.world;
    const isLull = (scheduler.nowMs - this.startMs) % (WAVE_MS + LULL_MS) > WAVE_MS;
    const possible = DISASTERS.filter(({ stopsEvents }) => !(isLull && stopsEvents));
    const disaster = random.pick(possible.flatMap((each) => Array.from({ length: each.weight }, () => each)));
    const place = random.pick(places);
    trace.add(scheduler.nowMs, 'fault', `${disaster.name} ${place.process.name}`);
    trace.count(`fault: ${disaster.name}`);
    const end = await disaster.begin(this.world, place);
    this.ends.add(end);
    const lastsMs = random.between(2000, disaster.stopsEvents ? 20_000 : 90_000);
    if (disaster.stopsEvents) this.lastTroubleMs = Math.max(this.lastTroubleMs, scheduler.nowMs + lastsMs);
    scheduler.after(lastsMs, null, `end of ${disaster.name}`, () => {
      if (this.ends.delete(end)) end();
    });
  }
}
