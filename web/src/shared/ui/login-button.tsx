import type { ComponentProps } from 'react';
import { openDialog } from '../dialogs/dialog-store';
import { Button } from './button';

/** Opens the login dialog. */
export const LoginButton = (props: Pick<ComponentProps<typeof Button>, 'look' | 'className'>) => (
  <Button onClick={() => openDialog({ kind: 'auth', tab: 'login' })} {...props}>
    Login
  </Button>
);
