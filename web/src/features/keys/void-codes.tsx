import { Button } from '../../shared/ui/button';

/** Takes the place of recovery codes that another tab has replaced, so that nobody keeps them. */
export function VoidCodes({ onRead }: { onRead: () => void }) {
  return (
    <div role="alert" className="grid grid-cols-1 gap-3 rounded-[10px] border border-line p-3">
      <p className="text-15">
        <strong className="font-medium">The recovery codes that were here no longer work.</strong> New ones
        were made in another tab: keep those. If you cannot find them, make new ones.
      </p>
      <div>
        <Button onClick={onRead}>OK</Button>
      </div>
    </div>
  );
}
