import { Button } from '../../shared/ui/button';

/** The recovery codes, the only time that anybody shows them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <div role="status" className="grid gap-3 rounded-[10px] border border-accent p-3">
      <p className="text-15">
        <strong className="font-medium">Keep these recovery codes.</strong> They are shown this once. When you
        have lost your passkeys and your app, one of them lets you in; each works once.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-1 font-mono text-15"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void navigator.clipboard.writeText(codes.join('\n'))}>Copy</Button>
        <Button look="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
