import type { Rolldown } from 'vite';

/** Returns the text of a file of the build. @throws Error when the build has no such file */
export function contentOf(bundle: Rolldown.OutputBundle, fileName: string): string {
  const file = bundle[fileName];
  if (file === undefined) throw new Error(`The build has no ${fileName}`);
  return String(file.type === 'chunk' ? file.code : file.source);
}
