import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { AiDraftForm, type AiDraftFormHandle } from '../features/ai-draft/ai-draft-form';
import { useCreatePost } from '../features/post/post.api';
import { PostForm, type PostFormHandle } from '../features/post/post-form';
import { CREATED_REDIRECT_MS } from '../shared/config/limits';
import { paths } from '../shared/config/paths';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { useUser } from '../shared/session/session-store';
import { Spinner } from '../shared/ui/spinner';
import { Status } from '../shared/ui/status';
import { LoginNeeded } from './parts/login-needed';

/** The screen /create: writes a post. */
export function CreateScreen() {
  useDocumentTitle('Create Post');
  const user = useUser();
  return (
    <>
      <h1 className="mb-4 text-28 font-title leading-title">Create Post</h1>
      {user ? (
        <Create key={user.id} username={user.username} draftName={`create:${user.id}`} />
      ) : (
        <LoginNeeded />
      )}
    </>
  );
}

const NOTHING_YET = { title: '', body: '' };

function Create({ username, draftName }: { username: string; draftName: string }) {
  const create = useCreatePost(draftName);
  const navigate = useNavigate();
  const form = useRef<PostFormHandle>(null);
  const ai = useRef<AiDraftFormHandle>(null);
  const created = create.isSuccess;
  useEffect(() => {
    if (!created) return;
    const timer = setTimeout(() => void navigate(paths.member(username)), CREATED_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [created, navigate, username]);
  return (
    <>
      <Status className="card flex flex-col items-center gap-3 py-16 text-accent">
        {created && (
          <>
            <Spinner className="size-8" />
            <span className="text-15 text-muted">Your post is on its way.</span>
          </>
        )}
      </Status>
      {!created && (
        <>
          <PostForm
            ref={form}
            initial={NOTHING_YET}
            draftName={draftName}
            label="Post"
            workingLabel="Creating..."
            working={create.isPending}
            error={create.error}
            fallbackError="Failed to create post"
            onDiscard={() => ai.current?.discard()}
            onSubmit={({ title, body, draftId }) => create.mutate({ title, body, draft_id: draftId })}
          />
          <AiDraftForm
            ref={ai}
            draftName={draftName}
            isPosting={create.isPending}
            holdsOwnWords={() => form.current?.holdsOwnWords() ?? false}
            onDraft={({ title, body, draft_id: draftId }) => form.current?.fill({ title, body, draftId })}
          />
        </>
      )}
    </>
  );
}
