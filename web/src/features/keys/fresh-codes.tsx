import { useMemberId } from '../../shared/session/session-store';
import { useStore } from '../../shared/store/store';
import { forgetCodes, freshCodes } from './fresh-codes-store';
import { useKeys } from './keys.api';
import { RecoveryCodes } from './recovery-codes';
import { VoidCodes } from './void-codes';

/** The member's fresh recovery codes, until they have kept them. */
export function FreshCodes() {
  const memberId = useMemberId();
  const made = useStore(freshCodes, (all) => all.find((one) => one.memberId === memberId));
  if (!made) return null;
  const close = () => forgetCodes(made.memberId);
  return made.codes ? <ValidCodes codes={made.codes} onKept={close} /> : <VoidCodes onRead={close} />;
}

/** Reads the keys whenever the member comes back to the page: somebody may have made newer codes elsewhere. */
function ValidCodes(props: Parameters<typeof RecoveryCodes>[0]) {
  useKeys({ refetchOnMount: false, refetchOnWindowFocus: true, refetchOnReconnect: true });
  return <RecoveryCodes {...props} />;
}
