import { ApiError, errorText } from '../../shared/api/api-error';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Loaded } from '../../shared/ui/loaded';
import { Section } from '../../shared/ui/section';
import { Status } from '../../shared/ui/status';
import { type Account, useAccount, useSendVerification } from './address.api';
import { AddressForm } from './address-form';

/** The account's e-mail address: whether it is confirmed, and a form to change it. */
export function AddressSection() {
  const account = useAccount();
  return (
    <Section
      title="E-mail address"
      about="A confirmed address is yours alone. If you forget your password, we mail you a link to set a new one."
    >
      <Loaded query={account}>
        {(data) => (
          <>
            <Address account={data} />
            <AddressForm />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Address({ account: { email, email_verified, pending_email, waits_for } }: { account: Account }) {
  return (
    <>
      {email === null ? (
        <p className="text-15">Your account has no address yet.</p>
      ) : (
        <p className="text-15">
          <strong className="font-medium wrap-anywhere">{email}</strong>{' '}
          <span className="text-muted">{email_verified ? 'is confirmed' : 'is not confirmed yet'}</span>
        </p>
      )}
      {email !== null && !email_verified && <SendAgain />}
      <Status className="text-15 text-muted">
        {pending_email !== null && (
          <>
            <span className="wrap-anywhere">{pending_email}</span> becomes your address once you have opened
            the{' '}
            {waits_for.length === 2
              ? 'links that we sent to both addresses'
              : `link that we sent to ${waits_for[0] === 'old' ? 'your current' : 'the new'} address`}
            .
          </>
        )}
      </Status>
    </>
  );
}

function SendAgain() {
  const send = useSendVerification();
  return (
    <>
      <FormError error={send.error} textOf={notSentText} />
      {!send.isSuccess && (
        <Button aria-disabled={send.isPending} onClick={() => send.mutate()} className="justify-self-start">
          Send the link again
        </Button>
      )}
      <Status className="text-15 text-muted">
        {send.isSuccess && 'The link is on its way. It works once, for 24 hours.'}
      </Status>
    </>
  );
}

/**
 * The sentence for an error: a member who may request no further mail can use the last one. There may be none,
 * where others of their network have requested too many.
 */
const notSentText = (error: Error) =>
  errorText(error, 'Error') +
  (error instanceof ApiError && error.code === 'RATE_LIMITED'
    ? ' If you have a mail with a link from us: it works for 24 hours.'
    : '');
