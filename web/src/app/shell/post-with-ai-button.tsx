import { Sparkles } from 'lucide-react';
import type { RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { openDialog } from '../../shared/dialogs/dialog-store';
import { useIsSignedIn } from '../../shared/session/session-store';
import { Button, ButtonLink } from '../../shared/ui/button';

interface PostWithAiButtonProps {
  /** Element that gets the focus back from the login dialog when this button no longer exists. */
  opener?: RefObject<HTMLElement | null>;
  onClick?: () => void;
}

/** Opens the form for a new post; a visitor is asked to log in first. */
export function PostWithAiButton({ opener, onClick }: PostWithAiButtonProps) {
  const navigate = useNavigate();
  const isSignedIn = useIsSignedIn();
  // On the writing screen itself the filled button is the one that posts.
  const look = useLocation().pathname === paths.create ? 'outline' : 'primary';
  const label = (
    <>
      <Sparkles className="size-4.5" />
      Post with AI
    </>
  );
  if (isSignedIn) {
    return (
      <ButtonLink look={look} to={paths.create} onClick={onClick}>
        {label}
      </ButtonLink>
    );
  }
  return (
    <Button
      look={look}
      onClick={() => {
        const onSignedIn = () => void navigate(paths.create);
        openDialog({ kind: 'auth', tab: 'login', onSignedIn }, opener?.current);
        onClick?.();
      }}
    >
      {label}
    </Button>
  );
}
