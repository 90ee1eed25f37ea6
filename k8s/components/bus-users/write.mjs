// @ts-check
// Run by `npm run write:bus`.
import { writeFileSync } from 'node:fs';
import { usersConf } from '../../../libs/contracts/dist/bus/permissions.js';

writeFileSync(new URL('users.conf', import.meta.url), usersConf());
