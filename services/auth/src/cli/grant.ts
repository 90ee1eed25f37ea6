import { grant } from './member-commands.js';
import { runMemberCommand } from './run-member-command.js';

await runMemberCommand('auth-grant', grant);
