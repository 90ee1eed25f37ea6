import { type ChangeEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { Avatar } from '../../shared/ui/avatar';
import { buttonClass, SubmitButton } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Status } from '../../shared/ui/status';
import { ACCEPTED_PHOTOS, isAcceptablePhoto, lookInside, readAsAddress } from './photo';
import { useChangeAvatar } from './settings.api';
import { UnknownOutcome } from './unknown-outcome';

/** The spec has the same sentence for a photo that is too large and for one of a wrong type. */
const NOT_ACCEPTABLE = 'Error: photo must be under 1 MB';
const FAILED = 'Error uploading photo';
const TOO_LARGE = 413;
const WRONG_TYPE = 415;

interface AvatarFormProps extends ReturnType<typeof useAvatarForm> {
  /** The present one. */
  avatar: string;
}

/** The photo that was chosen in {@link AvatarForm} and what became of it, which outlive the form. */
export function useAvatarForm() {
  const change = useChangeAvatar();
  const [photo, setPhoto] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const preview = usePreview(photo);
  const [isNoPicture, setIsNoPicture] = useState(false);
  const lastChosen = useRef<File>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    // The one that is on its way stays: the field must not name another.
    if (change.isPending) target.value = '';
    if (!chosen || change.isPending) return;
    lastChosen.current = chosen;
    const acceptable = isAcceptablePhoto(chosen);
    setIsNoPicture(false);
    setPhoto(acceptable ? chosen : null);
    setProblem(acceptable ? undefined : NOT_ACCEPTABLE);
    change.reset();
    if (acceptable) void rejectIfNoPicture(chosen);
  };
  const rejectIfNoPicture = async (chosen: File) => {
    const kind = await lookInside(chosen);
    if (kind === 'picture' || lastChosen.current !== chosen) return;
    setPhoto(null);
    setIsNoPicture(true);
    setProblem(kind === 'broken' ? FAILED : NOT_ACCEPTABLE);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (photo === null) {
      setProblem((known) => known ?? 'Choose a photo first.');
      return;
    }
    change.mutate(photo, { onError: (error) => setProblem(textOf(error)) });
  };
  return { photo, preview, problem, isNoPicture, change, choose, submit };
}

/** The tab 'Change avatar' (spec, sections 4, 5 and 8). */
export function AvatarForm({
  avatar,
  photo,
  preview,
  problem,
  isNoPicture,
  change,
  choose,
  submit,
}: AvatarFormProps) {
  return (
    <form noValidate onSubmit={submit} className="stack gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar src={preview ?? avatar} className="size-24" />
        <div className="grid min-w-min flex-1 justify-items-start gap-2">
          <label
            className={buttonClass({
              className:
                'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            })}
          >
            Choose photo
            <input
              type="file"
              accept={ACCEPTED_PHOTOS}
              aria-describedby="photo-rule photo-error"
              className="absolute inset-0 cursor-pointer opacity-0"
              aria-invalid={problem ? true : undefined}
              // Lets the same file be chosen again after it was changed. Until then the field names it.
              onClick={({ currentTarget }) => (currentTarget.value = '')}
              onChange={choose}
            />
          </label>
          <Status id="photo-rule" className="text-13 text-muted wrap-anywhere">
            {isNoPicture && 'This file is not a picture. '}
            {photo ? `${photo.name} is chosen.` : 'PNG or JPEG, at most 1 MB.'}
          </Status>
          <FormError id="photo-error">{problem}</FormError>
        </div>
      </div>
      <UnknownOutcome error={change.error}>
        It is not known whether your photo was changed. Load this page again to see it.
      </UnknownOutcome>
      <div className="flex justify-end">
        <SubmitButton className="min-w-32" working={change.isPending} workingLabel="Uploading...">
          Save photo
        </SubmitButton>
      </div>
    </form>
  );
}

/** Returns the address of a preview of the chosen photo, once it is read. */
function usePreview(photo: File | null): string | null {
  const [preview, setPreview] = useState<{ of: File; address: string | null } | null>(null);
  useEffect(() => {
    if (photo === null) return;
    let wanted = true;
    void readAsAddress(photo).then((address) => wanted && setPreview({ of: photo, address }));
    return () => {
      wanted = false;
    };
  }, [photo]);
  return photo !== null && preview?.of === photo ? preview.address : null;
}

function textOf(error: unknown): string {
  const rejected = error instanceof ApiError && [TOO_LARGE, WRONG_TYPE].includes(error.status);
  return rejected ? NOT_ACCEPTABLE : FAILED;
}
