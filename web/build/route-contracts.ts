import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Route } from '@likewell/contracts/gateway/define-route';
import type { Plugin } from 'vite';

/**
 * Lets the page import the gateway's routes from their contracts and ships of each what a call needs: method, path,
 * access and upload. Schemas, and with them zod, stay behind; importing one of them fails the build.
 */
export function routeContracts(): Plugin {
  return {
    name: 'likewell:route-contracts',
    load: {
      filter: { id: /\/contracts\/dist\/gateway\/[\w-]+\.js(\?route=\w+)?$/ },
      async handler(id) {
        const [file = '', wanted] = id.split('?route=');
        // So that `vite dev` hears of a contract that was built anew.
        this.addWatchFile(file);
        const routes = await routesOf(file);
        // A module for each route, so that it comes with the chunk that calls it.
        return wanted === undefined
          ? [...routes.keys()].map((name) => `export * from './${basename(file)}?route=${name}';`).join('\n')
          : `export const ${wanted} = ${JSON.stringify(routes.get(wanted))};`;
      },
    },
  };
}

/** A contract's routes by name. */
async function routesOf(
  file: string,
): Promise<Map<string, Pick<Route, 'method' | 'path' | 'access' | 'upload'>>> {
  const { mtimeMs } = await stat(file);
  // The time makes Node read it again once it was built anew.
  const contract = (await import(`${pathToFileURL(file).href}?${mtimeMs}`)) as Record<string, unknown>;
  return new Map(
    Object.entries(contract).flatMap(([name, value]) => {
      if (!isRoute(value)) return [];
      const { method, path, access, upload } = value;
      return [[name, { method, path, access, upload }]];
    }),
  );
}

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
