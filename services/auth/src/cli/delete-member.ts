import { deleteMember } from './delete-member-command.js';
import { runMemberCommand } from './run-member-command.js';

await runMemberCommand('auth-delete-member', deleteMember);
