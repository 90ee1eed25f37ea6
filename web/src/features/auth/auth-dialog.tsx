import { Tabs } from '@base-ui/react/tabs';
import { Modal, type ModalProps } from '../../shared/ui/modal';
import { LoginForm } from './login-form';
import { SignUpForm } from './sign-up-form';

export type AuthTab = 'login' | 'signup';

const TAB =
  'min-h-10 flex-1 rounded-full text-15 text-muted transition-colors hover:text-fg ' +
  'data-active:bg-thumb data-active:font-medium data-active:text-fg';

interface AuthDialogProps extends Pick<ModalProps, 'opener' | 'onClosed'> {
  tab: AuthTab;
}

/** Login and sign-up in two tabs; closes when either succeeds. */
export function AuthDialog({ tab, ...modal }: AuthDialogProps) {
  return (
    <Modal title="Welcome to Likewell" {...modal}>
      {(close) => (
        <Tabs.Root defaultValue={tab} className="grid gap-5">
          <Tabs.List
            aria-label="Login or sign up"
            activateOnFocus
            className="flex gap-1 rounded-full bg-track p-1"
          >
            <Tabs.Tab value="login" className={TAB}>
              Login
            </Tabs.Tab>
            <Tabs.Tab value="signup" className={TAB}>
              Sign Up
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="login" tabIndex={-1}>
            <LoginForm onDone={close} />
          </Tabs.Panel>
          <Tabs.Panel value="signup" tabIndex={-1}>
            <SignUpForm onDone={close} />
          </Tabs.Panel>
        </Tabs.Root>
      )}
    </Modal>
  );
}
