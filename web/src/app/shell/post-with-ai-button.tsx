import { Sparkles } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { buttonClass } from '../../shared/ui/button';
import { WriteButton } from '../../shared/ui/write-button';

/** The header's way to write. On the writing screen itself the filled button is the one that posts. */
export function PostWithAiButton(props: Pick<ComponentProps<typeof WriteButton>, 'opener' | 'onClick'>) {
  const look = useLocation().pathname === paths.create ? 'outline' : 'primary';
  return (
    <WriteButton className={buttonClass({ look })} {...props}>
      <Sparkles className="size-4.5" />
      Post with AI
    </WriteButton>
  );
}
