import type { ErrorCode } from '../../shared/errors/error-codes';
import type { AnswerSchemaName, RequestSchemaName } from './openapi-schemas';

export const TAGS = {
  Messaging: 'Send one message, a broadcast or a batch, and read back what became of it.',
  Contacts: 'The contact book: people, addressed by phone number.',
  Memberships: 'Who is in which group. Without a group nobody can be sent to.',
  Groups: 'Lists that people opt in to. Made and edited by the operator.',
  Reference: 'This reference. Public.',
} as const;

export interface DescribedExample {
  summary: string;
  value: unknown;
}

export interface DescribedAnswer {
  description: string;
  /** Absent for what is no JSON of ours. */
  schema?: AnswerSchemaName | readonly AnswerSchemaName[];
  examples?: Readonly<Record<string, DescribedExample>>;
  mediaType?: string;
  headers?: readonly HeaderName[];
}

export type HeaderName = 'Location' | 'Idempotent-Replayed' | 'Cache-Control' | 'Access-Control-Allow-Origin';

export interface DescribedParameter {
  name: string;
  description: string;
  schema: object;
}

/** What the reference says of a route beside its row of the route table. */
export interface DescribedOperation {
  tag: keyof typeof TAGS;
  /** CommonMark. */
  description: string;
  query?: readonly DescribedParameter[];
  request?: {
    schema: RequestSchemaName;
    isRequired: boolean;
    examples: Readonly<Record<string, DescribedExample>>;
  };
  answers: Readonly<Partial<Record<200 | 201 | 202, DescribedAnswer>>>;
  /** Codes of the route itself; those of authentication, limits, bodies and paths follow from the row. */
  errors: readonly ErrorCode[];
}
