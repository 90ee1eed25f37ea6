import type { NetworkFaults } from './simulated-network.js';
import type { PostgresFaults, StatementFate } from './gated-postgres.js';
import type { Random } from './random.js';
import type { EndpointFaults } from './simulated-chain.js';
import type { SimulatedProcess } from './simulated-process.js';
import type { StreamFaults } from './simulated-stream.js';

/** Quality of a process's network for a while. */
interface Weather {
  readonly loss: number;
  readonly double: number;
  readonly maxDelayMs: number;
  readonly isCutOff: boolean;
}

const CALM: Weather = { loss: 0, double: 0, maxDelayMs: 2, isCutOff: false };
const HONEST: EndpointFaults & { isDown: boolean } = { losesRows: 0, lagMs: 0, lies: false, isDown: false };
/** Length above which a statement counts as one that reads much. */
const LONG_TEXT = 400;

/** The active faults; all of them are off in calm weather. */
export class Faults implements NetworkFaults, StreamFaults, PostgresFaults {
  readonly weather = new Map<SimulatedProcess, Weather>();
  readonly endpoints = new Map<string, typeof HONEST>();
  /** Processes whose long statements are slow, such as those that read uncached pages. */
  readonly slowReaders = new Set<SimulatedProcess>();
  /** Probability that a statement's request, or its reply, is lost. */
  statementLoss = 0;
  /** Last time at which a fault could keep events from flowing. */
  lastTroubleMs = 0;

  constructor(private readonly random: Random) {}

  endpoint(name: string): typeof HONEST {
    return this.endpoints.get(name) ?? HONEST;
  }

  arrivalsMs(from: SimulatedProcess, to: SimulatedProcess): readonly number[] {
    const [out, back] = [this.weatherAt(from), this.weatherAt(to)];
    if (this.random.chance(out.loss) || this.random.chance(back.loss)) return [];
    const copies = this.random.chance(out.double) ? 2 : 1;
    const maxMs = Math.max(out.maxDelayMs, back.maxDelayMs);
    return Array.from({ length: copies }, () => this.random.between(0.1, maxMs));
  }

  isConnected(process: SimulatedProcess): boolean {
    return !this.weatherAt(process).isCutOff;
  }

  /** Delay of a message between a process and a stream. */
  delayMs(process: SimulatedProcess): number | null;
  /** Delay of a statement. */
  delayMs(process: SimulatedProcess, text: string): number;
  delayMs(process: SimulatedProcess, text?: string): number | null {
    if (text !== undefined) return this.statementMs(process, text);
    const { loss, maxDelayMs, isCutOff } = this.weatherAt(process);
    if (isCutOff || this.random.chance(loss)) return null;
    return this.random.between(0.1, maxDelayMs);
  }

  fateOf(): StatementFate {
    if (!this.random.chance(this.statementLoss)) return 'served';
    return this.random.chance(0.5) ? 'request-lost' : 'reply-lost';
  }

  private statementMs(process: SimulatedProcess, text: string): number {
    if (text.length > LONG_TEXT && this.slowReaders.has(process)) return this.random.between(300, 1500);
    return this.random.between(0.2, 3);
  }

  private weatherAt(process: SimulatedProcess): Weather {
    return this.weather.get(process) ?? CALM;
  }
}
