import { knowsPasskeys } from '../../shared/passkeys/passkey';
import { resetSettled } from '../../shared/api/use-single-mutation';
import { AskingLine, LOGS_IN_NO_MORE } from '../../shared/ui/asking-line';
import { Button } from '../../shared/ui/button';
import { FormError, messageOf } from '../../shared/ui/form-error';
import { PastTime } from '../../shared/ui/past-time';
import { addPasskey, type Keys, removePasskey, useKeyChange } from './keys.api';

/** The passkeys: listed, added, removed. */
export function PasskeysPart({ passkeys }: Pick<Keys, 'passkeys'>) {
  const add = useKeyChange(addPasskey);
  const remove = useKeyChange(removePasskey);
  const error = add.error ?? remove.error;
  const startAdding = () => {
    resetSettled(remove);
    add.mutate();
  };
  const startRemoval = (id: number) => {
    resetSettled(add);
    remove.mutate(id);
  };
  return (
    <div className="stack gap-3">
      <h3 className="text-15 font-medium">Passkeys</h3>
      <FormError error={error} textOf={messageOf} />
      <ul aria-label="Passkeys" className="stack gap-2 empty:hidden">
        {passkeys.map(({ id, name, created_at, last_used_at }) => (
          <li key={id}>
            <AskingLine
              action="Remove"
              name={`Remove ${name}`}
              consequence={LOGS_IN_NO_MORE}
              isPending={remove.isPending}
              onConfirm={() => startRemoval(id)}
            >
              <span className="grid">
                <span className="text-15 wrap-anywhere">{name}</span>
                <span className="text-13 text-muted">
                  {last_used_at ? 'Last used ' : 'Added '}
                  <PastTime at={last_used_at ?? created_at} />
                </span>
              </span>
            </AskingLine>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2 empty:hidden">
        {passkeys.length === 0 && (
          <p className="flex-1 basis-60 text-15 text-muted">
            Log in with your fingerprint, face or screen lock. No password, nothing to type.
          </p>
        )}
        {knowsPasskeys() && (
          <Button onClick={startAdding} aria-disabled={add.isPending}>
            Add a passkey
          </Button>
        )}
      </div>
    </div>
  );
}
