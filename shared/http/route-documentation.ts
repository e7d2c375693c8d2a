import type { ErrorCode } from '../errors/error-codes';

export const TAGS = {
  Messaging: 'Send one message, a broadcast or a batch, and read its outcome.',
  Contacts: 'The contact book: people, addressed by phone number.',
  Memberships: 'Which contact is in which group. A contact without a group cannot be sent to.',
  Segments: 'Stored audiences: who is meant, decided anew each time, and how many of them can be sent to.',
  Campaigns: 'A text for an audience at its time: planned, previewed, launched, and its outcome.',
  Automations: 'What happens to one person at a time, begun by something about that person.',
  Groups: 'Lists that people opt in to. The operator creates and edits them.',
  'Imports and exports': 'Contacts in and out as files.',
  'Opt-in forms': 'Public pages on which people ask for texts. Operators make them.',
  Console:
    'What the console asks for besides the routes above. With the session of a user; API keys reach none of it.',
  Reference: 'This reference. Public.',
} as const;

export interface DescribedExample {
  summary: string;
  value: unknown;
}

export interface DescribedAnswer {
  description: string;
  /**
   * JSON Schema of the body, by its name in the document; schemas that it refers to may follow. Absent when the body is
   * no JSON object of the service.
   */
  schema?: Readonly<Record<string, object>>;
  examples?: Readonly<Record<string, DescribedExample>>;
  /** Several where the path decides; absent: JSON. */
  mediaType?: string | readonly string[];
  headers?: readonly HeaderName[];
}

export type HeaderName =
  | 'Location'
  | 'Idempotent-Replayed'
  | 'Cache-Control'
  | 'Cache-Control-Of-Page'
  | 'Access-Control-Allow-Origin'
  | 'Retry-After';

interface DescribedPathParameter {
  description: string;
  /** Name of a schema of `lib/reference/openapi-schemas.ts`. */
  schema: string;
}

export interface DescribedParameter {
  name: string;
  description: string;
  schema: object;
}

/** Statuses of errors that are told by a page. */
type PageStatus = 404 | 413 | 415 | 422 | 429;

/** Description of a route in the reference, beside its row of the route table. */
export interface RouteDocumentation {
  tag: keyof typeof TAGS;
  /** CommonMark. */
  description: string;
  /** Parameters of the path that `lib/generate/openapi-document.ts` does not know from the segment before them. */
  path?: Readonly<Record<string, DescribedPathParameter>>;
  query?: readonly DescribedParameter[];
  request?: {
    /** Name of the validator, which is generated as `shared/platform/validation/generated/<name>`. */
    name: string;
    schema: object;
    isRequired: boolean;
    examples: Readonly<Record<string, DescribedExample>>;
  };
  /** Fields of a body that a browser sends from a page, in place of `request`. */
  form?: { properties: Readonly<Record<string, object>>; required: readonly string[] };
  /** Statuses from 400 on are pages, in place of error envelopes. */
  answers: Readonly<Partial<Record<200 | 201 | 202 | 204 | PageStatus, DescribedAnswer>>>;
  /** Error codes of the route itself; those of authentication, limits, bodies and paths follow from the row. */
  errors: readonly ErrorCode[];
}
