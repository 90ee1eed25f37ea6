// Run by the build of an image: `node write-sbom.mjs services/auth` prints the packages that are installed in
// the working folder and needed by the workspace.
import { readFileSync } from 'node:fs';
import { sbomOf } from './sbom.mjs';

const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'));
process.stdout.write(`${JSON.stringify(sbomOf(packages, process.argv[2] ?? ''), null, 1)}\n`);
