// @ts-check
// What an image's build runs: `node write-sbom.mjs services/auth` prints what is installed in the folder where it runs, and needed there.
import { readFileSync } from 'node:fs';
import { sbomOf } from './sbom.mjs';

const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'));
process.stdout.write(`${JSON.stringify(sbomOf(packages, process.argv[2] ?? ''), null, 1)}\n`);
