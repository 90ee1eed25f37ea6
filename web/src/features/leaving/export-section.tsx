import { useEffect, useEffectEvent } from 'react';
import { resetSettled } from '../../shared/api/use-single-mutation';
import { longMoment } from '../../shared/format/dates';
import { Button, SubmitButton } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Section } from '../../shared/ui/section';
import { Status } from '../../shared/ui/status';
import { type DataExport, useDownloadExport, useExport, useRequestExport } from './export.api';

/** A copy of all the member's data: requested, made in the background, downloaded. */
export function ExportSection() {
  const { data: file, error } = useExport();
  const request = useRequestExport();
  const isRunning = file?.status === 'running';
  // The request has arrived, although its response has not.
  const forgetFailure = useEffectEvent(() => resetSettled(request));
  useEffect(() => {
    if (isRunning) forgetFailure();
  }, [isRunning, request.error]);
  return (
    <Section
      title="Your data"
      about="A copy of everything: your posts, tips and deposits, each change of your balance, your devices and what happened to your account. It is there for 24 hours."
    >
      <Status className="text-15">{file && sentenceOf(file)}</Status>
      {isRunning && <Progress {...file.progress} />}
      {file?.status === 'ready' && <Download file={file} />}
      <FormError
        error={request.error ?? error}
        fallback={`This ${request.error ? 'did not work' : 'could not be read'}. Please try again.`}
      />
      {file && !isRunning && (
        <Button
          aria-disabled={request.isPending}
          onClick={() => request.mutate()}
          className="justify-self-start"
        >
          {file.status === 'ready' ? 'Make a new copy' : 'Make a copy of my data'}
        </Button>
      )}
    </Section>
  );
}

function Progress({ done, of }: DataExport['progress']) {
  return (
    <div
      role="progressbar"
      aria-label="Collected"
      aria-valuenow={done}
      aria-valuemax={of}
      className="h-1.5 overflow-hidden rounded-full bg-raised"
    >
      {/* The bar is never empty, so that the start is visible. */}
      <div
        className="h-full rounded-full bg-accent-fill"
        style={{ width: `${(100 * (done + 0.5)) / (of + 0.5)}%` }}
      />
    </div>
  );
}

function sentenceOf({ status, expires_at }: DataExport): string | null {
  switch (status) {
    case 'running':
      return 'Your data is being collected. You may leave this page meanwhile.';
    case 'ready':
      return `Your copy is ready${expires_at ? ` until ${longMoment.format(new Date(expires_at))}` : ''}.`;
    case 'failed':
      return 'The copy could not be made. Please try again.';
    case 'expired':
      return 'The 24 hours of your last copy are over.';
    case 'none':
      return null;
  }
}

function Download({ file: { bytes } }: { file: DataExport }) {
  const download = useDownloadExport();
  return (
    <form
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        download.mutate();
      }}
    >
      <FormError error={download.error} fallback="The download failed. Please try again." />
      <SubmitButton
        look="outline"
        working={download.isPending}
        workingLabel="Downloading…"
        className="justify-self-start"
      >
        {`Download (${sizeOf(bytes ?? 0)})`}
      </SubmitButton>
    </form>
  );
}

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
