import type { Post } from '@likewell/contracts/gateway/posts';
import { useNavigate } from 'react-router-dom';
import { dropDraft } from '../features/post/draft';
import { useReadText, useUpdatePost } from '../features/post/post.api';
import { PostForm } from '../features/post/post-form';
import { paths } from '../shared/config/paths';
import { afterOverlays } from '../shared/history/overlay-history';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { usePost } from '../shared/posts/post.api';
import { readPostId } from '../shared/posts/post-id';
import { useUser } from '../shared/session/session-store';
import { Loading } from './parts/loading';
import { LoginNeeded } from './parts/login-needed';
import { PostNotFound } from './parts/post-not-found';

/** The screen /edit/{postId}: changes an own post. */
export function EditScreen({ postId }: { postId: string | undefined }) {
  useDocumentTitle('Edit Post');
  const id = readPostId(postId);
  const user = useUser();
  const { fresh: post, isMissing, hasFailed } = usePost(id, 'always');
  if (user === null) return <LoginNeeded />;
  if (isMissing || hasFailed || (post && post.author.id !== user.id)) return <PostNotFound />;
  if (post === undefined) return <Loading />;
  return (
    <>
      <h1 className="mb-4 text-28 font-title leading-title">Edit Post</h1>
      <Edit key={post.id} post={post} userId={user.id} />
    </>
  );
}

function Edit({ post, userId }: { post: Post; userId: number }) {
  const draftName = `edit:${userId}:${post.id}`;
  const update = useUpdatePost(post.id);
  const navigate = useNavigate();
  return (
    <PostForm
      initial={{ title: post.title, body: post.body }}
      draftName={draftName}
      guarded
      saved={update.isSuccess}
      label="Save"
      workingLabel="Saving..."
      working={update.isPending}
      error={update.error}
      fallbackError="Failed to update post"
      readSaved={useReadText(post.id)}
      onSubmit={({ title, body }) =>
        // Without a new draft id the post keeps the one of the former text.
        update.mutate(
          { title, body, draft_id: undefined },
          {
            onSuccess: () => {
              dropDraft(draftName);
              afterOverlays(() => void navigate(paths.post(post.id)));
            },
          },
        )
      }
    />
  );
}
