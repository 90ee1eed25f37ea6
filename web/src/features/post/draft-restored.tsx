import { Button } from '../../shared/ui/button';

/** Says that the form holds a text from before. */
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
