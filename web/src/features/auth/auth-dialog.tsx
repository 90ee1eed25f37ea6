import { Dialog } from '@base-ui/react/dialog';
import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { DialogProps } from '../../shared/dialogs/dialog-store';
import { afterOverlays } from '../../shared/history/overlay-history';
import { getSession, useIsSignedIn } from '../../shared/session/session-store';
import { Modal } from '../../shared/ui/modal';
import { TAB, TAB_LIST } from '../../shared/ui/tabs';
import type { LoginForm as LoginValues } from './auth.api';
import { LoginForm } from './login-form';
import { forgetSecondStep, useSecondStep } from './second-step';
import { SecondStepForm } from './second-step-form';
import { SignUpForm, useSignUpForm } from './sign-up-form';

/** Login and sign-up in two tabs; closes when either succeeds, in another tab of the browser too. */
export function AuthDialog({ tab, reason, opener, onClosed, onSignedIn }: DialogProps<'auth'>) {
  const end = () => {
    onClosed();
    if (getSession().token !== null && onSignedIn) afterOverlays(onSignedIn);
  };
  useEffect(() => forgetSecondStep, []);
  return (
    <Modal title="Welcome to Likewell" topAligned opener={opener} onClosed={end}>
      {(close) => <Steps tab={tab} reason={reason} close={close} />}
    </Modal>
  );
}

function Steps({ tab, reason, close }: Pick<DialogProps<'auth'>, 'tab' | 'reason'> & { close: () => void }) {
  const [shownTab, setShownTab] = useState(tab);
  // Above the tabs and the second step, so that nothing is typed twice by who changes between them.
  const login = useForm<LoginValues>();
  const signUp = useSignUpForm(close);
  const step = useSecondStep();
  const isSignedIn = useIsSignedIn();
  // In another tab, perhaps.
  useEffect(() => {
    if (isSignedIn) close();
  }, [isSignedIn, close]);
  if (step) return <SecondStepForm step={step} onDone={close} />;
  return (
    <Tabs.Root value={shownTab} onValueChange={setShownTab} className="stack gap-5">
      {reason && <Dialog.Description className="text-15 text-muted">{reason}</Dialog.Description>}
      <Tabs.List aria-label="Login or sign up" activateOnFocus className={TAB_LIST}>
        <Tabs.Tab value="login" className={TAB}>
          Login
        </Tabs.Tab>
        <Tabs.Tab value="signup" className={TAB}>
          Sign Up
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="login" tabIndex={-1}>
        <LoginForm form={login} onDone={close} />
      </Tabs.Panel>
      <Tabs.Panel value="signup" tabIndex={-1}>
        <SignUpForm {...signUp} onDone={close} />
      </Tabs.Panel>
    </Tabs.Root>
  );
}
