/** One or more empty lines; spaces at the beginning of a paragraph belong to the paragraph. */
const BETWEEN_PARAGRAPHS = /(\n(?:[^\S\n]*\n)+)/;

/** A member's text with half a line between its paragraphs, each in the direction of its own script. */
export function PostText({ children }: { children: string }) {
  // The text between two paragraphs is kept, so that a copy is equal to the original.
  const parts = children.split(BETWEEN_PARAGRAPHS);
  return (
    <div className="mt-2 max-w-[62ch] text-17 leading-post" data-testid="post-body">
      {parts.map((part, index) =>
        index % 2 === 1 || part === '' ? (
          part
        ) : (
          <p key={index} dir="auto" className="body-text not-first:mt-[0.62em]">
            {part}
          </p>
        ),
      )}
    </div>
  );
}
