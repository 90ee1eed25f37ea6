import { suspend } from './member-commands.js';
import { runMemberCommand } from './run-member-command.js';

await runMemberCommand('auth-suspend', suspend);
