import { Menu } from '@base-ui/react/menu';
import type { ComponentProps, FocusEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';

export interface MenuPanelProps {
  /** The button of the menu: the menu is positioned at it, and the focus returns to it. */
  anchor: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Props extends MenuPanelProps {
  label: string;
  align?: 'start' | 'end';
  children: ReactNode;
}

/**
 * The popup of a menu. It is separate from its button, so that the library behind it is loaded only when
 * somebody is about to use a menu; see {@link useLazyMenu}.
 */
export function MenuPanel({ anchor, open, onOpenChange, label, align = 'end', children }: Props) {
  /** Who comes from the button by the keyboard begins at the first item; who comes by a pointer, at none. */
  const enter = ({ target, currentTarget, relatedTarget }: FocusEvent) => {
    if (target !== currentTarget || relatedTarget !== anchor.current) return;
    if (target.matches(':focus-visible'))
      target.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
  };
  const closeOnTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    event.preventDefault();
    onOpenChange(false);
  };
  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChange={(next, { event }) => {
        // The button closes its menu itself; if this closed it too, the button's click would open it again.
        const onButton = event.target instanceof Node && anchor.current?.contains(event.target);
        if (!(event.type !== 'keydown' && onButton)) onOpenChange(next);
      }}
    >
      {/* In the landmark that contains the button, where a screen reader looks for it. */}
      <Menu.Portal container={anchor.current?.closest<HTMLElement>('header[data-bar], main')}>
        <Menu.Positioner anchor={anchor} align={align} sideOffset={6} collisionPadding={12} className="z-50">
          <Menu.Popup
            aria-label={label}
            finalFocus={anchor}
            onFocus={enter}
            onKeyDown={closeOnTab}
            className="rise-in-out max-w-(--available-width) min-w-[min(12rem,var(--available-width))] rounded-xl border border-line bg-surface in-[.dark]:bg-raised p-1.5 shadow-dialog outline-none"
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const ITEM =
  'flex min-h-tap w-full select-none items-center gap-3 rounded-lg px-3 text-15 text-fg outline-none ' +
  'aria-disabled:opacity-70 data-highlighted:bg-raised in-[.dark]:data-highlighted:bg-line [&_svg]:size-4.5 [&_svg]:text-muted';

export function MenuItem({
  danger = false,
  ...rest
}: ComponentProps<typeof Menu.Item> & { danger?: boolean }) {
  return <Menu.Item className={danger ? `${ITEM} text-negative [&_svg]:text-negative` : ITEM} {...rest} />;
}

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Menu.LinkItem closeOnClick className={ITEM} render={<Link to={to} />}>
      {children}
    </Menu.LinkItem>
  );
}
