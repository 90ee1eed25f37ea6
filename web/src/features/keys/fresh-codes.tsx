import { useMemberId } from '../../shared/session/session-store';
import { useStore } from '../../shared/store/store';
import { Button } from '../../shared/ui/button';
import { Status } from '../../shared/ui/status';
import { forgetCodes, freshCodes } from './fresh-codes-store';
import { useKeys } from './keys.api';
import { RecoveryCodes } from './recovery-codes';

/** The member's fresh recovery codes, until they have kept them. */
export function FreshCodes() {
  const memberId = useMemberId();
  const made = useStore(freshCodes, (all) => all.find((one) => one.memberId === memberId));
  const close = () => made && forgetCodes(made.memberId);
  return (
    <>
      <Status>{made?.codes && <ValidCodes codes={made.codes} onKept={close} />}</Status>
      {made && !made.codes && <VoidCodes onRead={close} />}
    </>
  );
}

/** Reads the keys whenever the member comes back to the page: somebody may have made newer codes elsewhere. */
function ValidCodes(props: Parameters<typeof RecoveryCodes>[0]) {
  useKeys({ refetchOnMount: false, refetchOnWindowFocus: true, refetchOnReconnect: true });
  return <RecoveryCodes {...props} />;
}

/** Takes the place of recovery codes after which others were made, so that nobody keeps them. */
function VoidCodes({ onRead }: { onRead: () => void }) {
  return (
    <div role="alert" className="stack gap-3 rounded-[10px] border border-line p-3">
      <p className="text-15">
        <strong className="font-medium">The recovery codes that were made here no longer work.</strong> Newer
        ones were made, perhaps in another tab: keep those. If you cannot find them, make new ones.
      </p>
      <Button onClick={onRead} className="justify-self-start">
        OK
      </Button>
    </div>
  );
}
