import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Loaded } from '../../shared/ui/loaded';
import { PastTime } from '../../shared/ui/past-time';
import { Section } from '../../shared/ui/section';
import { deviceWords } from '@likewell/contracts/core/device-words';
import { methodWords } from './method-words';
import { type SessionItem, useEndSession, useSessions } from './sessions.api';

/** The member's sessions, with buttons to end them. */
export function SessionsSection() {
  const sessions = useSessions();
  const end = useEndSession();
  // Whoever uses up the member's reads must not take the way to log them out, too.
  const mayHaveOthers = sessions.data?.some(({ this_session }) => !this_session) ?? sessions.isError;
  return (
    <Section
      title="Devices"
      about="Where you are logged in. Log out every device that you do not know, then change your password. Logging out a device also cancels a change of your e-mail address that is not yet confirmed."
    >
      <Loaded query={sessions}>
        {(items) => (
          <ul aria-label="Devices" className="grid">
            {items.map((session) => (
              <Line
                key={session.id}
                session={session}
                isBusy={end.isPending}
                onEnd={() => end.mutate(session.id)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <FormError error={end.error} />
      {mayHaveOthers && (
        <Button onClick={() => end.mutate(null)} aria-disabled={end.isPending} className="justify-self-start">
          Log out all other devices
        </Button>
      )}
    </Section>
  );
}

interface LineProps {
  session: SessionItem;
  isBusy: boolean;
  onEnd: () => void;
}

function Line({ session, isBusy, onEnd }: LineProps) {
  const { device, method, last_used_at, this_session, this_network } = session;
  const name = deviceWords(device);
  return (
    <li className="list-line flex items-center gap-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-15 font-medium">{name}</p>
        <p className="text-13 text-muted">
          {this_session ? 'This device' : <PastTime at={last_used_at} />}
          {method && `\u00A0· with ${methodWords(method)}`}
          {this_network !== null && `\u00A0· ${this_network ? 'this network' : 'another network'}`}
        </p>
      </div>
      {!this_session && (
        <Button onClick={onEnd} aria-disabled={isBusy} aria-label={`Log out ${name}`}>
          Log out
        </Button>
      )}
    </li>
  );
}
