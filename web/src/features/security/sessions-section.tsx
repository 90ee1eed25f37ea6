import { errorText } from '../../shared/api/api-error';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { LoadError } from './load-error';
import { PastTime } from '../../shared/ui/past-time';
import { Section, SectionBones } from '../../shared/ui/section';
import { deviceWords } from '@likewell/contracts/core/device-words';
import { methodWords } from './method-words';
import { type SessionItem, useEndSession, useSessions } from './sessions.api';

/** Where the member is signed in, and the ways to end it. */
export function SessionsSection() {
  const sessions = useSessions();
  const end = useEndSession();
  const others = sessions.data?.filter(({ this_session }) => !this_session) ?? [];
  const press = (id: number | null) => {
    if (!end.isPending) end.mutate(id);
  };
  return (
    <Section
      title="Devices"
      about="Where you are logged in. Log out what you do not know, and then change your password."
    >
      {sessions.isPending && <SectionBones />}
      {sessions.isError && <LoadError onRetry={() => void sessions.refetch()} />}
      {sessions.data && (
        <ul aria-label="Devices" className="grid">
          {sessions.data.map((session) => (
            <Line key={session.id} session={session} isBusy={end.isPending} onEnd={() => press(session.id)} />
          ))}
        </ul>
      )}
      <FormError>{end.error ? errorText(end.error, 'Error') : undefined}</FormError>
      {others.length > 0 && (
        <div>
          <Button onClick={() => press(null)} aria-disabled={end.isPending}>
            Log out all other devices
          </Button>
        </div>
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
    <li className="flex items-center gap-3 border-t border-line py-2.5 first:border-0">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-15 font-medium">{name}</p>
        <p className="flex flex-wrap gap-x-1.5 text-13 text-muted">
          {this_session ? <span>This device</span> : <PastTime at={last_used_at} />}
          {method && <span>· with {methodWords(method)}</span>}
          {this_network !== null && <span>· {this_network ? 'this network' : 'another network'}</span>}
        </p>
      </div>
      {!this_session && (
        <Button look="plain" onClick={onEnd} aria-disabled={isBusy} aria-label={`Log out ${name}`}>
          Log out
        </Button>
      )}
    </li>
  );
}
