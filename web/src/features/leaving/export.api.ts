import {
  currentExport,
  downloadExport,
  requestExport,
  type DataExport,
} from '@likewell/contracts/gateway/leaving';
import { useQueryClient } from '@tanstack/react-query';
import { call, respond } from '../../shared/api/client';
import { explainUnanswered } from '../../shared/api/explain-unanswered';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { useMemberKey, useMemberQuery, useReadAgain } from '../../shared/session/use-member-key';

export type { DataExport };

/** Polling interval while the file is being made. */
const WATCH_MS = 1000;
/** Enough for a large file over a slow connection; the server's own limit is no longer. */
const DOWNLOAD_MS = 8 * 60_000;

/** Reads the progress of the file with the member's data. */
export const useExport = () =>
  useMemberQuery('export', ({ signal }) => call(currentExport, { signal }), {
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? WATCH_MS : false),
  });

/** Requests a new file. */
export function useRequestExport() {
  const client = useQueryClient();
  const queryKey = useMemberKey('export');
  const readEvents = useReadAgain();
  return useSingleMutation({
    mutationFn: () => explainUnanswered(call(requestExport, {})),
    onSuccess: (begun) => client.setQueryData(queryKey, begun),
    // Without a response it may be under way.
    onError: () => void client.invalidateQueries({ queryKey }),
    onSettled: () => void readEvents(),
  });
}

/** Downloads the file; the browser saves it under the server's name for it. */
export function useDownloadExport() {
  return useSingleMutation({
    mutationFn: async () => {
      const response = await respond(downloadExport, { deadlineMs: DOWNLOAD_MS });
      saveFile(await response.blob(), 'likewell-data.zip');
    },
    // After a failure the file may be gone.
    onSettled: useReadAgain('export'),
  });
}

function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
