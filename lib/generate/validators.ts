import { join } from 'node:path';
import { _, Ajv } from 'ajv';
import standaloneModule from 'ajv/dist/standalone/index.js';
import { formats } from '../../shared/platform/validation/formats';
import { REQUEST_SCHEMAS } from './request-schemas';
import { withoutAnnotations } from './without-annotations';
import { writeGenerated } from './write-generated';

// A CommonJS module whose default export arrives wrapped or bare, depending on the loader.
const standaloneCode =
  (standaloneModule as unknown as { default?: typeof standaloneModule }).default ?? standaloneModule;

/** Declares a validator with the type of the bodies that it accepts. JSON is also the syntax of literal types. */
const declarationOf = (schema: object) => `import type { FromSchema } from 'json-schema-to-ts';
import type { Validator } from '../validate-body';
declare const validate: Validator<FromSchema<${JSON.stringify(schema)}>>;
export default validate;
`;

/** Collection of an error in the code of ajv, which a validator has hundreds of. */
const PUSH_OF_ERROR =
  /if\(vErrors === null\)\{vErrors = \[(err\d+)\];\}else \{vErrors\.push\(\1\);\}errors\+\+;/g;
/** Path of an error in its schema; only of the forms of a union `summarizeForms` reads it. */
const PATH_OF_NO_FORM = /schemaPath:"#\/properties\/(?:(?!(?:any|one|all)Of)[^"])*",/g;
/** Import in the code of ajv, and its replacement, which all validators of a bundle share. */
const TEXT_LENGTH = 'require("ajv/dist/runtime/ucs2length").default';
const IMPORTS = `import { countCharacters } from '../internal/count-characters';
import { formats } from '../formats';
`;

/**
 * Writes a validator for each request schema to `shared/platform/validation/generated/`, so that no Lambda compiles a
 * schema, or loads ajv, when it starts.
 */
export function generateValidators(root: string): void {
  const target = join(root, 'shared/platform/validation/generated');
  for (const [name, schema] of REQUEST_SCHEMAS) {
    writeGenerated(join(target, `${name}.js`), IMPORTS + compile(schema));
    writeGenerated(join(target, `${name}.d.ts`), declarationOf(schema));
  }
}

function compile(schema: object): string {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    formats,
    // `validationReason` writes the messages.
    messages: false,
    code: { source: true, esm: true, formats: _`formats` },
  });
  const code = standaloneCode(ajv, ajv.compile(withoutAnnotations(schema)))
    .replaceAll(TEXT_LENGTH, 'countCharacters')
    .replaceAll(PUSH_OF_ERROR, '(vErrors ??= []).push($1);errors++;')
    .replaceAll(PATH_OF_NO_FORM, '');
  if (code.includes('require(')) throw new Error(`A validator requires something new: ${code}`);
  return code;
}
