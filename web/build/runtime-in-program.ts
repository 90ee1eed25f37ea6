import { basename } from 'node:path';
import type { Plugin } from 'vite';

const RUNTIME = '\0rolldown/runtime.js';

/**
 * Moves the bundler's helpers into the program. Once a later part is both imported and fetched, rolldown has them in
 * a file of their own, and every first load waits for two. Fails the build where that file has another form.
 */
export function runtimeInProgram(): Plugin {
  return {
    name: 'likewell:runtime-in-program',
    apply: 'build',
    // A file's name stands before its code is changed here, and is kept for a year: none that was changed otherwise may
    // have it.
    augmentChunkHash: () => String(runtimeInProgram),
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        const program = chunks.find(({ isEntry }) => isEntry);
        const runtime = chunks.find(({ moduleIds }) => moduleIds.includes(RUNTIME));
        const parts = /^([^]*)export ?\{([^}]*)\};?\s*$/.exec(runtime?.code ?? '');
        if (!program || !runtime || runtime === program || !parts) {
          throw new Error('The helpers are in no file of the known form');
        }
        const [, code, clause = ''] = parts;
        const names = namesOf(clause);
        const helpers = `(()=>{${code}return{${names.map(([name, as]) => `${as}:${name}`).join()}}})()`;
        const [runtimeFile, programFile] = [basename(runtime.fileName), basename(program.fileName)];
        for (const chunk of chunks.filter(({ imports }) => imports.includes(runtime.fileName))) {
          const needsProgram = chunk.imports.includes(program.fileName);
          chunk.code = chunk.code.replace(IMPORT, (statement, clause: string, file: string) => {
            if (file !== runtimeFile) return statement;
            const names = namesOf(clause);
            if (chunk === program)
              return `const ${names.map(([name, as]) => `${as}=runtime_${name}`).join()};`;
            // Its name is of its own code alone, and would stay when a release changes the program's: it has a copy.
            if (!needsProgram)
              return `const{${names.map(([name, as]) => `${name}:${as}`).join()}}=${helpers};`;
            return `import{${names.map(([name, as]) => `runtime_${name} as ${as}`).join()}}from"./${programFile}";`;
          });
          if (chunk.code.includes(runtimeFile))
            throw new Error(`${chunk.fileName} imports the helpers otherwise`);
          chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName);
        }
        program.code =
          `const{${names.map(([, as]) => `${as}:runtime_${as}`).join()}}=${helpers};` +
          `${program.code}export{${names.map(([, as]) => `runtime_${as}`).join()}};`;
        Reflect.deleteProperty(bundle, runtime.fileName);
      },
    },
  };
}

const IMPORT = /import ?\{([^}]*)\} ?from ?"\.\/([^"]+)";/g;

/** Returns the names between the braces of an import or an export, and what they are called on the other side. */
function namesOf(clause: string): [name: string, as: string][] {
  return clause.split(',').map((part) => {
    const [name = '', as = name] = part.trim().split(' as ');
    return [name, as];
  });
}
