import { mapValues } from './map-values';
import type { OpenApiDocument } from './openapi-document';

interface Schema {
  readonly [keyword: string]: unknown;
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  pattern?: string;
  oneOf?: readonly Schema[];
  discriminator?: { propertyName: string; mapping: Readonly<Record<string, string>> };
}
interface Answer {
  content?: Record<string, { schema: Schema } | undefined>;
}
interface Operation {
  operationId: string;
  responses: Record<string, Answer>;
}
const JSON_TYPE = 'application/json';
const REF = '#/components/schemas/';

/**
 * Returns the document as clients that openapi-generator makes can read its answers: `npm run test:clients` has them do it.
 *
 * - An operation that answers in several ways, such as a send and its dry run, has one type for all of them with its lowest 2xx status:
 *   Java and Go take that type for every answer.
 * - A time has no pattern, and a text that can be null has none: Go and PHP hold it against an object, which fails.
 * - A choice of objects says all values of the property by which they differ: PHP makes one class of them all, with the value of the last.
 */
export function forClientGenerators(document: OpenApiDocument): OpenApiDocument {
  return withKindsOfChoices(withPlainTexts(withOneTypeOfAnswer(document)));
}

function withOneTypeOfAnswer(document: OpenApiDocument): OpenApiDocument {
  const schemas = { ...document.components.schemas };
  const paths = mapValues(document.paths as Record<string, Record<string, Operation>>, (methods) =>
    mapValues(methods, (operation) => {
      const { operationId, responses } = operation;
      const answers = Object.entries(responses).flatMap(([status, { content }]) => {
        const $ref = content?.[JSON_TYPE]?.schema.$ref;
        return status.startsWith('2') && $ref !== undefined ? [{ status, $ref }] : [];
      });
      const [first] = answers;
      if (first === undefined || answers.length < 2) return operation;
      const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Answer`;
      schemas[name] = {
        description: `One of the answers with ${answers.map(({ status }) => status).join(' or ')}.`,
        // Go takes the first that fits; a dry run fits no other answer.
        anyOf: answers.toReversed().map(({ $ref }) => ({ $ref })),
      };
      const { [first.status]: answer = {} } = responses;
      const json = { ...answer.content?.[JSON_TYPE], schema: { $ref: REF + name } };
      const content = { ...answer.content, [JSON_TYPE]: json };
      return { ...operation, responses: { ...responses, [first.status]: { ...answer, content } } };
    }),
  );
  return { ...document, paths, components: { ...document.components, schemas } };
}

function withPlainTexts(document: OpenApiDocument): OpenApiDocument {
  const schemas = document.components.schemas as Record<string, Schema>;
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as Schema;
    const text = nullableText(schema);
    if (text !== undefined) {
      const { oneOf: _, ...described } = schema;
      return { type: ['string', 'null'], format: text.format, maxLength: text.maxLength, ...described };
    }
    const { pattern, ...others } = mapValues({ ...schema }, plain);
    return pattern === undefined || schema.format === 'date-time' ? others : { ...others, pattern };
  };
  /** Returns the schema of the text that a value is if it is not null. */
  const nullableText = ({ oneOf }: Schema): Schema | undefined => {
    if (oneOf?.length !== 2 || oneOf[1]?.type !== 'null') return undefined;
    const text = schemas[oneOf[0]?.$ref?.slice(REF.length) ?? ''];
    return text?.type === 'string' && text.enum === undefined ? text : undefined;
  };
  return plain(document) as OpenApiDocument;
}

function withKindsOfChoices(document: OpenApiDocument): OpenApiDocument {
  const schemas = mapValues(document.components.schemas as Record<string, Schema>, (schema) => {
    if (schema.discriminator === undefined) return schema;
    const { propertyName, mapping } = schema.discriminator;
    const properties = { [propertyName]: { type: 'string', enum: Object.keys(mapping) } };
    return { type: 'object', ...schema, properties, required: [propertyName], unevaluatedProperties: true };
  });
  return { ...document, components: { ...document.components, schemas } };
}
