import { Tabs } from '@base-ui/react/tabs';
import type { User } from '@likewell/contracts/gateway/user';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { AvatarForm } from '../features/settings/avatar-form';
import { PasswordForm } from '../features/settings/password-form';
import { UsernameForm } from '../features/settings/username-form';
import { SITE } from '../shared/config/site';
import { openDialog } from '../shared/dialogs/dialog-store';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { dropSession, useUser } from '../shared/session/session-store';
import { Button } from '../shared/ui/button';
import { EmptyState } from '../shared/ui/empty-state';
import { TAB, TAB_LIST } from '../shared/ui/tabs';
import { lazyComponent } from '../shared/ui/lazy-component';
import { LazyPart } from '../shared/ui/lazy-part';
import { SectionBones } from '../shared/ui/section';
import { LoginNeeded } from './parts/login-needed';

const SecurityTab = lazyComponent(() => import('./parts/security-tab'), 'SecurityTab');

/** In the order of the spec, section 2, and what came later after them; the value stands in the address. */
const TABS = [
  { value: 'password', label: 'Change password' },
  { value: 'avatar', label: 'Change avatar' },
  { value: 'username', label: 'Change username' },
  { value: 'security', label: 'Security' },
];
const FIRST_TAB = 'password';

/** /settings: password, avatar, username, and what keeps the account. */
export function SettingsScreen() {
  useDocumentTitle(`Settings – ${SITE.name}`);
  const user = useUser();
  const [isPasswordNew, setPasswordNew] = useState(false);
  const forgetPassword = useCallback(() => setPasswordNew(false), []);
  const logOut = () => {
    // Before the member is gone, so that no login dialog covers what just happened.
    flushSync(() => setPasswordNew(true));
    dropSession();
  };
  return (
    <>
      <h1 className="mb-4 text-28 font-title leading-title">Settings</h1>
      <div role="status">{user === null && isPasswordNew && <PasswordUpdated />}</div>
      {user && <Settings user={user} onOpened={forgetPassword} onPasswordUpdated={logOut} />}
      {user === null && !isPasswordNew && <LoginNeeded />}
    </>
  );
}

interface SettingsProps {
  user: User;
  onOpened: () => void;
  onPasswordUpdated: () => void;
}

function Settings({ user, onOpened, onPasswordUpdated }: SettingsProps) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const tab = TABS.find(({ value }) => `#${value}` === hash)?.value ?? FIRST_TAB;
  useEffect(onOpened, [onOpened]);
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value) => void navigate({ hash: String(value) }, { replace: true })}
      className="card grid gap-5 p-3 sm:p-4"
    >
      <Tabs.List aria-label="Settings" activateOnFocus className={TAB_LIST}>
        {TABS.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value} className={`${TAB} px-1 max-sm:text-13`}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="password" tabIndex={-1}>
        <PasswordForm username={user.username} onUpdated={onPasswordUpdated} />
      </Tabs.Panel>
      <Tabs.Panel value="avatar" tabIndex={-1}>
        <AvatarForm avatar={user.avatar} />
      </Tabs.Panel>
      <Tabs.Panel value="username" tabIndex={-1}>
        <UsernameForm username={user.username} />
      </Tabs.Panel>
      <Tabs.Panel value="security" tabIndex={-1}>
        <LazyPart waiting={<SectionBones />} missing={(retry) => <Button onClick={retry}>Try again</Button>}>
          <SecurityTab key={user.id} />
        </LazyPart>
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function PasswordUpdated() {
  return (
    <EmptyState
      title="Password updated. Please log in again."
      text="Every device that was logged in is logged out now."
      action={
        <Button look="primary" onClick={() => openDialog({ kind: 'auth', tab: 'login' })}>
          Login
        </Button>
      }
    />
  );
}
