import { Menu } from '@base-ui/react/menu';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';

export interface MenuPanelProps {
  /** The button that the menu belongs to: it hangs there, and the focus returns there. */
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
 * The popup of a menu. It stands apart from its button so that the library behind it is fetched only when
 * somebody reaches for a menu; see {@link useLazyMenu}.
 */
export function MenuPanel({ anchor, open, onOpenChange, label, align = 'end', children }: Props) {
  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChange={(next, { event }) => {
        // The button closes its menu itself; closing here as well would let its click open it again.
        const onButton = event.target instanceof Node && anchor.current?.contains(event.target);
        if (!(event.type !== 'keydown' && onButton)) onOpenChange(next);
      }}
    >
      {/* Inside the landmark that the button stands in, where a screen reader looks for it. */}
      <Menu.Portal container={anchor.current?.closest<HTMLElement>('header[data-bar], main')}>
        <Menu.Positioner anchor={anchor} align={align} sideOffset={6} collisionPadding={12} className="z-50">
          <Menu.Popup
            aria-label={label}
            finalFocus={anchor}
            className="rise-in-out min-w-48 rounded-xl border border-line bg-surface p-1.5 shadow-dialog outline-none"
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const ITEM =
  'flex min-h-10 w-full select-none items-center gap-3 rounded-lg px-3 text-15 text-fg outline-none ' +
  'data-highlighted:bg-raised [&_svg]:size-4.5 [&_svg]:text-muted';

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
