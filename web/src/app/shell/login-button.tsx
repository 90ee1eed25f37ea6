import { openDialog } from '../../shared/dialogs/dialog-store';
import { Button } from '../../shared/ui/button';

export function LoginButton() {
  return <Button onClick={() => openDialog({ kind: 'auth', tab: 'login' })}>Login</Button>;
}
