import { PostText } from './post-text';

/** A text as its readers see it. */
export function PostPreview({ title, body }: { title: string; body: string }) {
  return (
    <section aria-label="Preview" className="min-h-60">
      <h2 dir="auto" className="post-title text-28 leading-[1.15] sm:text-34">
        {title}
      </h2>
      <PostText>{body}</PostText>
    </section>
  );
}
