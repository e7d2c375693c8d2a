import { join } from 'node:path';
import { _, Ajv } from 'ajv';
import standaloneModule from 'ajv/dist/standalone/index.js';
import { buildSync } from 'esbuild';
import { formats } from '../../shared/platform/validation/formats';
import { REQUEST_SCHEMAS } from './request-schemas';
import { writeGenerated } from './write-generated';

// A CommonJS module whose default export arrives wrapped or bare, depending on the loader.
const standaloneCode =
  (standaloneModule as unknown as { default?: typeof standaloneModule }).default ?? standaloneModule;

const DECLARATION = `import type { ErrorObject } from 'ajv';
declare const validate: { <Body>(body: unknown): body is Body; errors?: ErrorObject[] | null };
export default validate;
`;

/**
 * Writes a self-contained validator for each request schema to `shared/platform/validation/generated/`, so that no
 * Lambda compiles a schema, or loads ajv, when it starts.
 */
export function generateValidators(root: string): void {
  const folder = join(root, 'shared/platform/validation');
  const target = join(folder, 'generated');
  for (const [name, schema] of REQUEST_SCHEMAS) {
    writeGenerated(join(target, `${name}.js`), bundle(compile(schema), folder));
    writeGenerated(join(target, `${name}.d.ts`), DECLARATION);
  }
}

function compile(schema: object): string {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    formats,
    code: { source: true, esm: true, formats: _`require("./formats").formats` },
  });
  return standaloneCode(ajv, ajv.compile(schema));
}

/** The standalone code still requires parts of ajv and our formats; esbuild puts them in. */
function bundle(code: string, folder: string): string {
  const result = buildSync({
    stdin: { contents: code, resolveDir: folder, loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
  const [output] = result.outputFiles;
  if (!output) throw new Error('esbuild wrote no validator');
  return output.text;
}
