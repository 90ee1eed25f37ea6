import { exportMember } from './export-member-command.js';
import { runMemberCommand } from './run-member-command.js';

// Messages go to standard error, because the file may go to standard output.
await runMemberCommand('auth-export-member', exportMember, process.stderr);
