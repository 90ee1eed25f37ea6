// @ts-check
// Run by `make attack`: carries out every live attack on a stack in production settings and writes a report.
import { writeFileSync } from 'node:fs';
import { Tries } from './attack.mjs';
import { LIVE_ATTACKS } from './live-attacks.mjs';
import { World } from './world.mjs';

const [report = '', ...only] = process.argv.slice(2);
const world = new World();
/** @type {Record<string, { tried: number, gotThrough: string[] }>} */
const results = {};
for (const [name, attack] of LIVE_ATTACKS) {
  if (only.length > 0 && !only.includes(name)) continue;
  const tries = new Tries();
  const started = performance.now();
  try {
    await attack(world, tries);
  } catch (error) {
    // An attack that could not be carried out counts as got through.
    tries.expect(false, `it could not be carried out: ${error instanceof Error ? error.stack : error}`);
  }
  results[name] = { tried: tries.tried, gotThrough: tries.gotThrough };
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`  ${tries.gotThrough.length === 0 ? '✓' : '✗'} ${name}: ${tries.tried} in ${seconds} s`);
  for (const what of tries.gotThrough.slice(0, 5)) console.log(`      ${what}`);
}
writeFileSync(report, JSON.stringify(results));
process.exit(0);
