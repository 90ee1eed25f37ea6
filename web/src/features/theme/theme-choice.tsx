import { Moon, Sun } from 'lucide-react';
import { setTheme, type Theme, useTheme } from './theme-store';

const CHOICES: { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
];

/** The two themes side by side, for the mobile menu. */
export function ThemeChoice() {
  const current = useTheme();
  return (
    <div role="group" aria-label="Theme" className="grid grid-cols-2 gap-1 rounded-full bg-track p-1">
      {CHOICES.map(({ theme, label, Icon }) => (
        <button
          key={theme}
          type="button"
          aria-pressed={theme === current}
          onClick={() => setTheme(theme)}
          className="flex min-h-tap items-center justify-center gap-2 rounded-full text-15 text-muted transition-colors aria-pressed:bg-thumb aria-pressed:font-medium aria-pressed:text-fg"
        >
          <Icon className="size-4.5" />
          {label}
        </button>
      ))}
    </div>
  );
}
