import { Key } from './key';

const KEYS = [
  { keys: ['A'], does: 'approve' },
  { keys: ['R'], does: 'reject …' },
  { keys: ['1', '7'], does: 'reason' },
  { keys: ['J'], does: 'next' },
  { keys: ['K'], does: 'back' },
  { keys: ['Esc'], does: 'close' },
];

interface ShortcutLegendProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Explains the keys, with a switch to turn them off. Hidden on phones, which have no keys. */
export function ShortcutLegend({ isOn, onChange }: ShortcutLegendProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-1 text-13 text-muted max-sm:hidden">
      <label className="flex min-h-tap items-center gap-2">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4 accent-accent-fill"
        />
        Keyboard shortcuts
      </label>
      {isOn &&
        KEYS.map(({ keys, does }) => (
          <span key={does} className="flex items-center gap-1.5">
            {keys.map((name, index) => (
              <span key={name} className="flex items-center gap-1.5">
                {index > 0 && '–'}
                <Key>{name}</Key>
              </span>
            ))}
            {does}
          </span>
        ))}
    </div>
  );
}
