/** Part of JSON Schema that the types of a client are made of. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

export interface Content {
  content?: Record<string, { schema: Schema }>;
}

interface DocumentedOperation extends Content {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: Array<{ name: string; in: string; required?: boolean; schema: Schema }>;
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
}

export interface ClientDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** Operation of the API as a client has it: a method with the name of its id. */
export interface ClientOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** Names of the path parameters and of the query, with the schemas of the latter. */
  pathParameters: string[];
  query: Record<string, Schema>;
  body: Schema | undefined;
  isBodyRequired: boolean;
  answers: Schema[];
  /** True when the body has an idempotency key. */
  takesKey: boolean;
  /** Paging of a list operation. */
  pages: 'cursor' | 'number' | undefined;
}
