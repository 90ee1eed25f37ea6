// @ts-check
import { pruneDist } from './app/prune-dist.mjs';
import { CHECKOUT } from './state/stack-folder.mjs';

for (const file of pruneDist(CHECKOUT)) console.log(`· ${file}: its source is gone, and so is it`);
