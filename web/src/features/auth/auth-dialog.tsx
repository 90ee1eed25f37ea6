import { Tabs } from '@base-ui/react/tabs';
import { Modal, type ModalProps } from '../../shared/ui/modal';
import { TAB, TAB_LIST } from '../../shared/ui/tabs';
import { LoginForm } from './login-form';
import { SignUpForm } from './sign-up-form';

export type AuthTab = 'login' | 'signup';

interface AuthDialogProps extends Pick<ModalProps, 'opener' | 'onClosed'> {
  tab: AuthTab;
}

/** Login and sign-up in two tabs; closes when either succeeds. */
export function AuthDialog({ tab, ...modal }: AuthDialogProps) {
  return (
    <Modal title="Welcome to Likewell" {...modal}>
      {(close) => (
        <Tabs.Root defaultValue={tab} className="grid gap-5">
          <Tabs.List aria-label="Login or sign up" activateOnFocus className={TAB_LIST}>
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
