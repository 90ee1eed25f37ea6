import { Menu } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../shared/ui/button';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { LazyPopup } from '../../shared/ui/lazy-popup';

const MobileMenuSheet = lazyComponent(() => import('./mobile-menu-sheet'), 'MobileMenuSheet');

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
        onFocus={() => void MobileMenuSheet.preload()}
      >
        <Menu className="size-5.5" />
      </Button>
      <LazyPopup isOpen={open} onClose={() => setOpen(false)}>
        {open && <MobileMenuSheet opener={button} onClosed={() => setOpen(false)} />}
      </LazyPopup>
    </>
  );
}
