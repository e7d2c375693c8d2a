import { TestEnvironment } from 'jest-environment-node';
import text from '../../../shared/http/generated/console-openapi';
import { createSchemaValidators, type SchemaValidators } from '../routes/schema-validators';

let validators: SchemaValidators | undefined;

/** Environment of the API tests: a worker compiles the schemas of the console's OpenAPI document once for all of its test files. */
export default class ApiEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    validators ??= createSchemaValidators((JSON.parse(text) as { components: object }).components);
    this.global.schemaValidators = validators;
  }
}
