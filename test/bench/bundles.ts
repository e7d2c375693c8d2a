/**
 * Size of each handler's bundle, and its load time in a fresh Node process, compared with a handler that only imports
 * the DynamoDB document client. Synthesises the stacks first. To run it on Lambda's version of Node.js:
 *
 *   .ci/with-lambda-node npm run bench -- bundles
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchRow, type BenchRow, runAsProgram } from './bench-row';
import { bundleHandler } from './bundle-handler';

const ROUNDS = 15;
const TARGET = 1.5;
const LARGEST_KB = 600;
const FLOOR_HANDLER = 'test/bench/bare-handler.ts';

interface Bundle {
  entry: string;
  file: string;
}

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
  try {
    synthesize(folder);
    const bundles = readBundles(folder);
    const floor = join(folder, 'floor', 'index.js');
    await bundleHandler(FLOOR_HANDLER, floor);
    const files = [floor, ...bundles.map(({ file }) => file)];
    const best = new Map(files.map((file) => [file, Infinity]));
    // Files alternate, so that other load of the machine affects all of them.
    for (let round = 0; round < ROUNDS; round++) {
      for (const file of files) best.set(file, Math.min(best.get(file) ?? Infinity, loadMs(file)));
    }
    return bundles.flatMap(({ entry, file }) => [
      benchRow({
        name: `load ${entry}`,
        measured: best.get(file) ?? Number.NaN,
        floor: best.get(floor) ?? Number.NaN,
        unit: 'ms',
        target: TARGET,
        note: `best of ${ROUNDS}`,
      }),
      benchRow({
        name: `size of ${entry}`,
        measured: kilobytes(file),
        floor: kilobytes(floor),
        unit: 'KB',
        limit: LARGEST_KB,
      }),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function synthesize(output: string): void {
  const cdk = join('node_modules', '.bin', 'cdk');
  const { status, stderr } = spawnSync(cdk, ['synth', '--quiet', '--output', output], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`cdk synth failed:\n${stderr}`);
}

function readBundles(folder: string): Bundle[] {
  const templates = readdirSync(folder).filter((name) => name.endsWith('.template.json'));
  if (templates.length === 0) throw new Error('No template was synthesised');
  const resources = templates.flatMap((template) => {
    const { Resources } = JSON.parse(readFileSync(join(folder, template), 'utf8')) as {
      Resources: Record<string, { Type: string; Metadata?: Record<string, string> }>;
    };
    return Object.values(Resources);
  });
  return resources.flatMap(({ Type, Metadata }) => {
    const { entry, ['aws:asset:path']: path } = Metadata ?? {};
    if (Type !== 'AWS::Lambda::Function' || entry === undefined || path === undefined) return [];
    return [{ entry, file: join(folder, path, 'index.js') }];
  });
}

function loadMs(file: string): number {
  // As Lambda's runtime loads a handler.
  const program = `const startedAt = performance.now();
    require(${JSON.stringify(file)});
    process.stdout.write(String(performance.now() - startedAt));
    process.exit();`;
  const output = execFileSync(process.execPath, ['--input-type=commonjs', '--eval', program], {
    encoding: 'utf8',
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  });
  return Number(output);
}

const kilobytes = (file: string) => statSync(file).size / 1024;

void runAsProgram(import.meta.url, run);
