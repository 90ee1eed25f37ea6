import type { Plugin, Rolldown } from 'vite';

const PLACE = /%screen:([\w./-]+)%/g;

/**
 * Replaces `%screen:/src/routes/post.tsx%` in index.html, which fetches that screen early, by the addresses
 * of the screen's code and of all that it needs besides the program, separated by spaces.
 */
export function screenAddress(): Plugin {
  return {
    name: 'likewell:screen-address',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        html.replaceAll(PLACE, (_, source: string) =>
          // `npm run dev` serves sources.
          bundle ? chunksOf(source, bundle).join(' ') : source,
        ),
    },
  };
}

function chunksOf(source: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const screen = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(source)));
  if (!screen) throw new Error(`The build has no screen of its own for ${source}`);
  const entry = chunks.find(({ isEntry }) => isEntry);
  const known = new Set(entry && [entry.fileName, ...entry.imports]);
  const needed = [screen.fileName];
  // The list grows during the loop.
  for (const fileName of needed) {
    known.add(fileName);
    const chunk = chunks.find((part) => part.fileName === fileName);
    for (const name of chunk?.imports ?? []) if (!known.has(name)) needed.push(name);
  }
  return [...new Set(needed)].map((fileName) => `/${fileName}`);
}
