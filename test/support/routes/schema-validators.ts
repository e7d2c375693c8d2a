import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormatsModule from 'ajv-formats';

// A CommonJS module whose default export arrives wrapped or bare, depending on the loader.
const addFormats =
  (addFormatsModule as unknown as { default?: typeof addFormatsModule }).default ?? addFormatsModule;

/** Validators by the JSON of their schema, with references to the components of the OpenAPI document. */
export interface SchemaValidators {
  /** Validates a value; empty for no errors. */
  problemsOf(schema: string, value: unknown): string[];
}

export function createSchemaValidators(components: object): SchemaValidators {
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
  addFormats(ajv);
  // What distinguishes variants, their schemas say as well.
  ajv.addVocabulary(['components', 'discriminator']);
  ajv.addSchema({ $id: 'openapi', components });
  const compiled = new Map<string, ValidateFunction>();
  return {
    problemsOf(schema, value) {
      let validate = compiled.get(schema);
      if (!validate) {
        validate = ajv.compile(JSON.parse(schema.replaceAll('"#/', '"openapi#/')) as object);
        compiled.set(schema, validate);
      }
      if (validate(value)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
    },
  };
}
