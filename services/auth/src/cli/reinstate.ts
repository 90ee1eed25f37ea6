import { reinstate } from './member-commands.js';
import { runMemberCommand } from './run-member-command.js';

await runMemberCommand('auth-reinstate', reinstate);
