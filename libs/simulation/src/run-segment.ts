import './time-origin.js';
import { runSegment } from './segment.js';

/** A process for one segment: what it leaves behind in memory goes with it. */
const [seed = '1'] = process.argv.slice(2);
const onLine = process.env.TRACE ? (line: string) => process.stderr.write(`${line}\n`) : undefined;
const report = await runSegment(seed, onLine);
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
