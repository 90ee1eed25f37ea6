// `make k8s-check`: renders every overlay, validates it strictly against the schemas here, and then against
// our own policy.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { findBinary } from '../../libs/stack/machine/binaries.mjs';
import { runCommand } from '../../libs/stack/machine/command.mjs';
import { goTool } from '../../libs/stack/machine/go-tool.mjs';
import { UserFacingError } from '../../libs/stack/machine/user-facing-error.mjs';
import { step } from '../../libs/stack/machine/progress.mjs';
import { lastLines, run } from '../../libs/stack/machine/run.mjs';
import { CHECKOUT, claimFolder, thisCheckoutFolder } from '../../libs/stack/state/stack-folder.mjs';
import { complaintsAbout } from './policy.mjs';
import { undeclaredInFiles, undeclaredInOverlay } from './declared.mjs';
import { unknownVariables } from './variables.mjs';

const OVERLAYS = fileURLToPath(new URL('../overlays/', import.meta.url));
const SCHEMAS = fileURLToPath(new URL('schemas/', import.meta.url));
const LOCAL_SECRETS = fileURLToPath(new URL('../overlays/local/make-secrets.mjs', import.meta.url));
const KUSTOMIZE = { name: 'kustomize', module: 'sigs.k8s.io/kustomize/kustomize/v5', version: 'v5.7.1' };
const KUBECONFORM = {
  name: 'kubeconform',
  module: 'github.com/yannh/kubeconform/cmd/kubeconform',
  version: 'v0.7.0',
};
const MISTAKE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { prots: [] } };
const MAX_OUTPUT = 16 * 1024 * 1024;

/**
 * @param {string[]} command prints the overlay of the folder that follows it
 * @param {string} overlay
 */
function render([program = '', ...words], overlay) {
  try {
    const folder = join(OVERLAYS, overlay);
    return execFileSync(program, [...words, folder], {
      encoding: 'utf8',
      maxBuffer: MAX_OUTPUT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stderr = '' } = /** @type {{ stderr?: string }} */ (error);
    throw new UserFacingError(`The overlay "${overlay}" cannot be rendered.`, lastLines(stderr));
  }
}

/** @param {string} kubeconform @param {string} text @returns {Promise<string[]>} what is wrong with it */
async function faultsOf(kubeconform, text) {
  const folder = mkdtempSync(join(tmpdir(), 'likewell-k8s-'));
  try {
    const file = join(folder, 'objects.yaml');
    writeFileSync(file, text);
    const schemas = `${SCHEMAS}{{.ResourceKind}}{{.KindSuffix}}.json`;
    const { code, output } = await run(kubeconform, ['-strict', '-schema-location', schemas, file]);
    return code === 0 ? [] : lastLines(output, 40).map((line) => line.replace(`${file} - `, ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await runCommand(async () => {
  const state = thisCheckoutFolder();
  claimFolder(state);
  const kubectl = findBinary('kubectl');
  const renderer = kubectl ? [kubectl, 'kustomize'] : [await goTool(KUSTOMIZE, state), 'build'];
  const kubeconform = await goTool(KUBECONFORM, state);
  const secrets = execFileSync(process.execPath, [LOCAL_SECRETS], { encoding: 'utf8' });
  await step('a planted mistake is found', async () => {
    const faults = await faultsOf(kubeconform, JSON.stringify(MISTAKE));
    if (!/prots/.test(faults.join()))
      throw new UserFacingError('The schemas let an unknown field pass.', faults);
  });
  const complaints = await step('every declared process is in every file that has to know it', () =>
    undeclaredInFiles((path) => readFileSync(join(CHECKOUT, path), 'utf8')),
  );
  for (const overlay of readdirSync(OVERLAYS)) {
    complaints.push(
      ...(await step(`k8s/overlays/${overlay}`, async () => {
        const text = render(renderer, overlay);
        const objects = parseAllDocuments(text).map((document) => document.toJS());
        if (overlay === 'local') objects.push(...JSON.parse(secrets).items);
        const faults = await faultsOf(kubeconform, overlay === 'local' ? `${text}---\n${secrets}` : text);
        return [
          ...faults,
          ...complaintsAbout(objects, overlay),
          ...unknownVariables(objects, CHECKOUT),
          ...undeclaredInOverlay(objects, overlay),
        ].map((line) => `${overlay}: ${line}`);
      })),
    );
  }
  if (complaints.length > 0)
    throw new UserFacingError('What k8s/ describes is not what it has to be.', complaints);
});
