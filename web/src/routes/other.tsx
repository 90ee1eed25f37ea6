import { confirmEmailChange, undoEmailChange, verifyEmail } from '@likewell/contracts/gateway/addresses';
import { Fragment, type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { AccountPage } from '../features/address/account-page';
import { ForgotForm } from '../features/address/forgot-form';
import { OpenLink } from '../features/address/open-link';
import { ResetForm } from '../features/address/reset-form';
import { type Screens, screenAt } from '../shared/history/screen-at';
import { NotFoundScreen } from './not-found';

/**
 * The screens that are opened by the link of a mail, or by mistake: /account/…, the targets of those links and
 * the form for a forgotten password, and the one for unknown addresses.
 */
export function OtherScreen() {
  const { hash, pathname } = useLocation();
  // Another link in the same tab is another page; the removal of a secret from the address is not.
  const [link, setLink] = useState(hash);
  if (hash !== '' && hash !== link) setLink(hash);
  return <Fragment key={link}>{screenAt(PAGES, pathname) ?? <NotFoundScreen />}</Fragment>;
}

const ForgotPassword = () => (
  <AccountPage title="Forgot your password?">
    <ForgotForm />
  </AccountPage>
);

const ResetPassword = () => (
  <AccountPage title="Set a new password">
    <ResetForm />
  </AccountPage>
);

const VerifyEmail = () => (
  <AccountPage title="Confirm your e-mail address">
    <OpenLink
      route={verifyEmail}
      text="Press the button to confirm that the address is yours. This does not log you in."
      label="Confirm my address"
    >
      {({ email, username }) => (
        <Outcome>
          <strong className="font-medium text-fg wrap-anywhere">{email}</strong> is confirmed
          {username !== undefined && (
            <>
              {' for the account '}
              <strong className="font-medium text-fg wrap-anywhere">{username}</strong>
            </>
          )}
          . If you forget the password of this account, we send you a link there.
        </Outcome>
      )}
    </OpenLink>
  </AccountPage>
);

const ConfirmEmail = () => (
  <AccountPage title="Confirm the new address">
    <OpenLink
      route={confirmEmailChange}
      text="Press the button to confirm the change of your e-mail address."
      label="Confirm the change"
    >
      {({ email, done }) =>
        done ? (
          <Outcome>
            Your address is <strong className="font-medium text-fg wrap-anywhere">{email}</strong> now.
          </Outcome>
        ) : (
          <Outcome>Confirmed from this address. Now open the link that we sent to the other address.</Outcome>
        )
      }
    </OpenLink>
  </AccountPage>
);

const UndoEmail = () => (
  <AccountPage title="Undo the change">
    <OpenLink
      route={undoEmailChange}
      text="Your former address returns, and every device is logged out."
      label="Undo the change"
    >
      {({ email }) => (
        <Outcome>
          <strong className="font-medium text-fg wrap-anywhere">{email}</strong> is the address of your
          account again. If a password was set after the change, it no longer works: set a new one with the
          link that we have mailed to you, or with “Forgot your password?” when you log in.
        </Outcome>
      )}
    </OpenLink>
  </AccountPage>
);

const Outcome = ({ children }: { children: ReactNode }) => <p className="text-15 text-muted">{children}</p>;

const PAGES: Screens = [
  ['/account/forgot-password', () => <ForgotPassword />],
  ['/account/reset-password', () => <ResetPassword />],
  ['/account/verify-email', () => <VerifyEmail />],
  ['/account/confirm-email', () => <ConfirmEmail />],
  ['/account/undo-email', () => <UndoEmail />],
];
