import { useState } from 'react';
import { PREVIEW_CHARACTERS } from '../../shared/config/limits';
import { truncate } from '../../shared/format/truncate';
import { PostText } from '../../shared/ui/post-text';

interface PostBodyProps {
  body: string;
  expanded: boolean;
}

/** The text of a post. A text of more than 300 characters is cut, with a toggle, unless `expanded`. */
export function PostBody({ body, expanded }: PostBodyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const preview = expanded ? null : truncate(body, PREVIEW_CHARACTERS);
  return (
    <>
      <PostText>{preview === null || isOpen ? body : preview}</PostText>
      {preview !== null && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="mt-1 -mb-3 min-h-tap text-15 font-medium text-accent hover:underline hover:underline-offset-2"
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  );
}
