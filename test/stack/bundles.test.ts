import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { buildSync } from 'esbuild';
import { bundledFiles, bundleOptions, optionsOfAllHandlers } from '../../lib/stack/bundles';
import full from './stages/full';
import { ServiceFunction } from '../../lib/stack/service-function';
import { makeStacks, PROD } from '../support/stack/stack-template';
import { useFolder } from '../support/run/use-folder';

const inFolder = useFolder();

const SOURCE = `
import { request } from 'node:http';

interface Event { reason: string }

export const handler = (event: Event) => {
  if (request === undefined) return;
  throw new TypeError(event.reason);
};
`;

function bundle(source: string): string {
  const [entry, outfile] = [inFolder('handler.ts'), inFolder('index.js')];
  writeFileSync(entry, source);
  buildSync({ ...bundleOptions(process.cwd()), entryPoints: [entry], outfile });
  return outfile;
}

const runNode = (program: string) =>
  execFileSync(process.execPath, ['--input-type=commonjs', '--eval', program], { encoding: 'utf8' });

const stackOf = (file: string) =>
  runNode(`try { require(${JSON.stringify(file)}).handler({ reason: 'too hot' }) }
    catch (error) { process.stdout.write(error.stack) }`);

describe('a bundle', () => {
  test('names the source and its line in the stack of an error', () => {
    const stack = stackOf(bundle(SOURCE)).split('\n');

    expect(stack[0]).toBe('TypeError: too hot');
    expect(stack[1]).toMatch(/\bhandler\.ts:8:\d+\)?$/);
    expect(stack[2]).toMatch(/^ {4}at .*\[eval\]/);
  });

  test('names the place in the bundle where there is no map', () => {
    const file = bundle(SOURCE);
    rmSync(`${file}.map`);

    expect(stackOf(file)).toMatch(/^TypeError: too hot\n {4}at .*index\.js:\d+:\d+/);
  });

  // On Node.js 24, an ES module with this import loads it.
  test('does not load the client of fetch with node:http', () => {
    const file = bundle(SOURCE);

    expect(
      runNode(`require(${JSON.stringify(file)});
        process.stdout.write(process.moduleLoadList.filter((name) => name.includes('undici')).join())`),
    ).toBe('');
  });

  test('knows the folder that it lies in', () => {
    const file = bundle('export const folder = import.meta.dirname;');

    expect(runNode(`process.stdout.write(require(${JSON.stringify(file)}).folder)`)).toBe(inFolder());
  });

  test('leaves out the examples of the declarations of its routes', () => {
    expect(bundledFiles(process.cwd())).not.toContain('functions/http/examples.ts');
  });
});

test('there is a bundle of each handler that any stage has', () => {
  const constructs = makeStacks({ ...full, ...PROD }).all.flatMap((stack) => stack.node.findAll());
  const handlers = constructs.flatMap((one) => (one instanceof ServiceFunction ? one.handlerFile : []));
  expect(handlers.length).toBeGreaterThan(60);
  expect(optionsOfAllHandlers(process.cwd()).entryPoints).toEqual(expect.arrayContaining(handlers));
});
