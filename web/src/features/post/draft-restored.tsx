import { Button } from '../../shared/ui/button';

interface DraftRestoredProps {
  /** Undefined while the form also contains words that were typed since. */
  onDiscard: (() => void) | undefined;
}

/** Tells the author that the form contains an earlier text. It keeps its height without the button. */
export function DraftRestored({ onDiscard }: DraftRestoredProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 rounded-[10px] bg-raised py-1 pr-1 pl-3">
      <p role="status" className="text-15">
        Your unfinished text is back.
      </p>
      {onDiscard && (
        <Button look="plain" onClick={onDiscard}>
          Discard it
        </Button>
      )}
    </div>
  );
}
