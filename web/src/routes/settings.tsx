import { Tabs } from '@base-ui/react/tabs';
import type { User } from '@likewell/contracts/gateway/user';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { FreshCodes } from '../features/keys/fresh-codes';
import { AvatarForm, useAvatarForm } from '../features/settings/avatar-form';
import { PasswordForm, usePasswordForm } from '../features/settings/password-form';
import { UsernameForm, useUsernameForm } from '../features/settings/username-form';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { useKeptFocus } from '../shared/hooks/use-kept-focus';
import { notify } from '../shared/notices/notice-store';
import { dropSession, useUser } from '../shared/session/session-store';
import { Button } from '../shared/ui/button';
import { EmptyState } from '../shared/ui/empty-state';
import { LoginButton } from '../shared/ui/login-button';
import { TAB, TAB_LIST } from '../shared/ui/tabs';
import { lazyComponent } from '../shared/ui/lazy-component';
import { LazyPart } from '../shared/ui/lazy-part';
import { SectionSkeleton } from '../shared/ui/section';
import { Status } from '../shared/ui/status';
import { LoginNeeded } from './parts/login-needed';

const SecurityTab = lazyComponent(() => import('./parts/security-tab'), 'SecurityTab');

/**
 * Tabs in the order of the spec, section 2, with later ones at the end; the value of each is in the address.
 */
const TABS = [
  { value: 'password', label: 'Change password' },
  { value: 'avatar', label: 'Change avatar' },
  { value: 'username', label: 'Change username' },
  { value: 'security', label: 'Security' },
];
const FIRST_TAB = 'password';
const PASSWORD_UPDATED = 'Password updated. Please log in again.';

/** The screen /settings: password, avatar, username, and the security of the account. */
export function SettingsScreen() {
  useDocumentTitle('Settings');
  const user = useUser();
  const [isPasswordNew, setPasswordNew] = useState(false);
  if (user !== null && isPasswordNew) setPasswordNew(false);
  const place = useRef<HTMLDivElement>(null);
  const { part, heading } = useKeptFocus<HTMLDivElement>();
  const logOut = () => {
    // The member has gone to another screen.
    if (!place.current) notify(PASSWORD_UPDATED);
    // Both at once, so that no login dialog covers the message.
    flushSync(() => {
      setPasswordNew(true);
      dropSession();
    });
  };
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mb-4 text-28 font-title leading-title">
        Settings
      </h1>
      <Status ref={place}>{user === null && isPasswordNew && <PasswordUpdated />}</Status>
      <div ref={part}>
        {user && <Settings key={user.id} user={user} onPasswordUpdated={logOut} />}
        {user === null && !isPasswordNew && <LoginNeeded />}
      </div>
    </>
  );
}

interface SettingsProps {
  user: User;
  onPasswordUpdated: () => void;
}

function Settings({ user, onPasswordUpdated }: SettingsProps) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const tab = TABS.find(({ value }) => `#${value}` === hash)?.value ?? FIRST_TAB;
  // Above the tabs, so that a look at another one neither erases what was typed nor hides what became of it.
  const password = usePasswordForm(onPasswordUpdated);
  const avatar = useAvatarForm();
  const username = useUsernameForm();
  const [isSecurityOpened, setSecurityOpened] = useState(false);
  if (tab === 'security' && !isSecurityOpened) setSecurityOpened(true);
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value) => void navigate({ hash: String(value) }, { replace: true })}
      className="card stack gap-5 p-3 sm:p-4"
    >
      {/* The Security tab has them where they were asked for. */}
      {tab !== 'security' && <FreshCodes />}
      <Tabs.List aria-label="Settings" activateOnFocus className={TAB_LIST}>
        {TABS.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value} className={`${TAB} px-1 max-sm:text-13`}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="password" tabIndex={-1}>
        <PasswordForm username={user.username} {...password} />
      </Tabs.Panel>
      <Tabs.Panel value="avatar" tabIndex={-1}>
        <AvatarForm avatar={user.avatar} {...avatar} />
      </Tabs.Panel>
      <Tabs.Panel value="username" tabIndex={-1}>
        <UsernameForm username={user.username} isVerified={user.is_verified} {...username} />
      </Tabs.Panel>
      <Tabs.Panel value="security" tabIndex={-1} keepMounted={isSecurityOpened}>
        <LazyPart
          waiting={<SectionSkeleton />}
          missing={(retry) => <Button onClick={retry}>Try again</Button>}
        >
          <SecurityTab />
        </LazyPart>
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function PasswordUpdated() {
  return (
    <EmptyState
      title={PASSWORD_UPDATED}
      text="Every device that was logged in is logged out now."
      action={<LoginButton look="primary" />}
    />
  );
}
