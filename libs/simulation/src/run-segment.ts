import './time-origin.js';
import { runSegment } from './segment.js';

/** Runs one segment in a process of its own, so that nothing stays in memory afterwards. */
const [seed = '1'] = process.argv.slice(2);
const onLine = process.env.TRACE ? (line: string) => process.stderr.write(`${line}\n`) : undefined;
const report = await runSegment(seed, onLine);
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
