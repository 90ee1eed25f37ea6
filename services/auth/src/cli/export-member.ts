import { exportMember } from './export-member-command.js';
import { runMemberCommand } from './run-member-command.js';

// What it says stays apart from the file, which may go to standard output.
await runMemberCommand('auth-export-member', exportMember, process.stderr);
