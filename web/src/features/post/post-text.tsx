/** An empty line, or several; the spaces that a paragraph begins with are its own. */
const BETWEEN_PARAGRAPHS = /(\n(?:[^\S\n]*\n)+)/;

/** What a member wrote, half a line between its paragraphs, each in the direction of its own script. */
export function PostText({ children }: { children: string }) {
  // What stood between two paragraphs stays between them, so that a copied text is the one that was written.
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
