import { Menu } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Button } from '../../shared/ui/button';
import { lazyComponent } from '../../shared/ui/lazy-component';

const load = () => import('./mobile-menu-sheet');
const MobileMenuSheet = lazyComponent(async () => (await load()).MobileMenuSheet);

/** The button of the menu that stands in for the header's links on a phone. */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        look="plain"
        size="icon"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        onFocus={() => void load().catch(() => undefined)}
      >
        <Menu className="size-5.5" />
      </Button>
      <Suspense>{open && <MobileMenuSheet opener={button} onClosed={() => setOpen(false)} />}</Suspense>
    </>
  );
}
