import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Route } from '@likewell/contracts/gateway/define-route';
import type { Plugin } from 'vite';

/**
 * Lets the page import the gateway's routes from their contracts. Of each route it ships only what
 * a call needs: method, path, access and upload. Schemas, and zod with them, are left out;
 * importing a schema fails the build.
 */
export function routeContracts(): Plugin {
  return {
    name: 'likewell:route-contracts',
    load: {
      filter: { id: /\/contracts\/dist\/gateway\/[\w-]+\.js(\?route=\w+)?$/ },
      async handler(id) {
        const [file = '', wanted] = id.split('?route=');
        // Lets `vite dev` notice that a contract was built again.
        this.addWatchFile(file);
        const routes = await routesOf(file);
        // A module for each route, so that it is in the chunk that calls it.
        return wanted === undefined
          ? [...routes.keys()].map((name) => `export * from './${basename(file)}?route=${name}';`).join('\n')
          : `export const ${wanted} = ${JSON.stringify(routes.get(wanted))};`;
      },
    },
  };
}

/** Returns a contract's routes by name. */
async function routesOf(
  file: string,
): Promise<Map<string, Pick<Route, 'method' | 'path' | 'access' | 'upload'>>> {
  const { mtimeMs } = await stat(file);
  // The time in the address makes Node read the file again after a build.
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
