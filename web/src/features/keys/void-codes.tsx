import { Button } from '../../shared/ui/button';

/** Takes the place of recovery codes after which others were made, so that nobody keeps them. */
export function VoidCodes({ onRead }: { onRead: () => void }) {
  return (
    <div role="alert" className="stack gap-3 rounded-[10px] border border-line p-3">
      <p className="text-15">
        <strong className="font-medium">The recovery codes that were made here no longer work.</strong> Newer
        ones were made, perhaps in another tab: keep those. If you cannot find them, make new ones.
      </p>
      <div>
        <Button onClick={onRead}>OK</Button>
      </div>
    </div>
  );
}
