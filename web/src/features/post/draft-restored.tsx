import { Button } from '../../shared/ui/button';

/** Tells the author that the form contains an earlier text. */
export function DraftRestored({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-[10px] bg-raised py-1 pr-1 pl-3">
      <p role="status" className="text-15">
        Your unfinished text is back.
      </p>
      <Button look="plain" onClick={onDiscard}>
        Discard it
      </Button>
    </div>
  );
}
