import {
  currentExport,
  downloadExport,
  requestExport,
  type DataExport,
} from '@likewell/contracts/gateway/leaving';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, respond } from '../../shared/api/client';
import { useUser } from '../../shared/session/session-store';

export type { DataExport };

const keyOf = (memberId: number | undefined) => ['export', memberId];
/** While the file is being made. */
const WATCH_MS = 1000;
/** For a large file on a slow line; the server takes no longer. */
const DOWNLOAD_MS = 8 * 60_000;

/** How far the file with the member's data is. */
export function useExport() {
  const id = useUser()?.id;
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(currentExport, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? WATCH_MS : false),
  });
}

/** Has a file made. */
export function useRequestExport() {
  const client = useQueryClient();
  const id = useUser()?.id;
  return useMutation({
    mutationFn: () => call(requestExport, {}),
    onSuccess: (begun) => client.setQueryData(keyOf(id), begun),
  });
}

/** Downloads the file, which the browser keeps under the server's name for it. */
export function useDownloadExport() {
  const client = useQueryClient();
  const id = useUser()?.id;
  return useMutation({
    mutationFn: async () => {
      const response = await respond(downloadExport, { deadlineMs: DOWNLOAD_MS });
      saveFile(await response.blob(), 'likewell-data.zip');
    },
    // It may be gone meanwhile.
    onError: () => client.invalidateQueries({ queryKey: keyOf(id) }),
  });
}

function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
