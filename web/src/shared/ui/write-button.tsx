import type { ReactNode, RefObject } from 'react';
import { NavLink, useNavigate } from 'react-router-dom';
import { paths } from '../config/paths';
import { openDialog } from '../dialogs/dialog-store';
import { useIsSignedIn } from '../session/session-store';

interface WriteButtonProps {
  className: string;
  'aria-label'?: string;
  /** Tab of the dialog that a visitor gets. */
  tab?: 'login' | 'signup';
  /** Element that gets the focus back from that dialog when this button no longer exists. */
  opener?: RefObject<HTMLElement | null> | undefined;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

/** Opens the form for a new post; a visitor is asked to log in first. */
export function WriteButton({ tab = 'login', opener, onClick, ...rest }: WriteButtonProps) {
  const navigate = useNavigate();
  const ask = () => {
    openDialog({ kind: 'auth', tab, onSignedIn: () => void navigate(paths.create) }, opener?.current);
    onClick?.();
  };
  if (useIsSignedIn()) return <NavLink to={paths.create} onClick={onClick} {...rest} />;
  return <button type="button" onClick={ask} {...rest} />;
}
