import { Dialog } from '@base-ui/react/dialog';
import type { RefObject } from 'react';
import { NavLink } from 'react-router-dom';
import { ThemeChoice } from '../../features/theme/theme-choice';
import { FEED_LINKS } from '../../shared/config/links';
import { Backdrop, CloseButton, useOverlay } from '../../shared/ui/overlay';
import { MORE_LINKS } from './more-links';
import { PostWithAiButton } from './post-with-ai-button';

const LINKS = [...FEED_LINKS, ...MORE_LINKS];

interface MobileMenuSheetProps {
  opener: RefObject<HTMLButtonElement | null>;
  onClosed: () => void;
}

/** The mobile menu: all of the header's links, and the theme. */
export function MobileMenuSheet({ opener, onClosed }: MobileMenuSheetProps) {
  const { root, close } = useOverlay(onClosed);
  return (
    <Dialog.Root {...root}>
      <Dialog.Portal>
        <Backdrop />
        <Dialog.Popup
          finalFocus={opener}
          className="slide-in-out fixed inset-y-0 right-0 z-50 flex w-[calc(min(20rem,88vw)+env(safe-area-inset-right))] flex-col gap-4 overflow-y-auto overscroll-contain border-l border-line bg-surface p-4 pr-[max(1rem,env(safe-area-inset-right))] pb-[max(1rem,env(safe-area-inset-bottom))] shadow-dialog outline-none"
        >
          <div className="flex items-center justify-between">
            <Dialog.Title className="text-17 font-title">Menu</Dialog.Title>
            <CloseButton />
          </div>
          <div className="grid">
            <PostWithAiButton opener={opener} onClick={close} />
          </div>
          <nav aria-label="Menu" className="grid">
            {LINKS.map(({ to, label }) => (
              <NavLink
                key={to}
                to={to}
                onClick={close}
                className="flex min-h-11 items-center rounded-lg px-3 text-17 hover:bg-raised aria-[current=page]:font-title aria-[current=page]:text-accent"
              >
                {label}
              </NavLink>
            ))}
          </nav>
          <ThemeChoice />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
