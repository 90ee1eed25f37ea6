import { type KeyboardEvent, useRef, useState } from 'react';

/**
 * Returns the state of a menu and the props of its button. The panel is rendered only after its first use.
 */
export function useLazyMenu(preload: () => Promise<void>) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const toggle = (next: boolean) => {
    setWanted(true);
    setOpen(next);
  };
  return {
    wanted,
    close: () => setOpen(false),
    panelProps: { anchor, open, onOpenChange: setOpen },
    buttonProps: {
      ref: anchor,
      'aria-haspopup': 'menu' as const,
      'aria-expanded': open,
      onClick: () => toggle(!open),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        toggle(true);
      },
      onPointerEnter: () => void preload(),
      onFocus: () => void preload(),
    },
  };
}
