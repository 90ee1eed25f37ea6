import { Moon, Sun } from 'lucide-react';
import { Button } from '../../shared/ui/button';
import { setTheme, useTheme } from './theme-store';

/** The round button that changes to the other theme. */
export function ThemeToggle({ className }: { className?: string }) {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const Icon = other === 'light' ? Sun : Moon;
  return (
    <Button
      size="icon"
      className={className}
      aria-label={`Switch to ${other} theme`}
      title={`Switch to ${other} theme`}
      onClick={() => setTheme(other)}
    >
      <Icon className="size-5" />
    </Button>
  );
}
