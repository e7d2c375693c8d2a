import type { UserScope } from '../../shared/accounts/scopes';
import type { ErrorCode } from '../../shared/errors/error-codes';
import type { HttpMethod, MemberRoute, UserBucket, UserRoute } from '../../shared/http/route';
import type { DescribedParameter, RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { handlerOf, type Plane, usualPlaneOf } from './plane';

/** Route of the console about an account: its row, its grants, and its description in the reference. */
interface Declared {
  route: MemberRoute;
  access: () => TableAccess[];
  documentation: () => RouteDocumentation;
}

interface Described {
  operationId: string;
  method: HttpMethod;
  /** Path below `/console/api/`. */
  path: string;
  summary: string;
  scope: UserScope;
  /** Absent: `reading` for a GET, else `account`. */
  plane?: Exclude<Plane, 'operator'>;
  /** Absent: `user`. */
  bucket?: UserBucket;
  access?: TableAccess;
  query?: readonly DescribedParameter[];
  /** Absent for a response without a body. */
  answer?: { status?: 200 | 201 | 202; name: string; schema: object; example: unknown };
  request?: {
    schema: { required?: readonly string[] };
    example: unknown;
    /** Absent: required if the schema has required properties. */
    isRequired?: true;
  };
  errors?: readonly ErrorCode[];
  description?: string;
  isAudited?: false;
}

/** Path parameters of the console's routes. */
const PARAMETERS: NonNullable<RouteDocumentation['path']> = {
  phoneNumber: { schema: 'PhoneNumber', description: 'E.164; the `+` may be sent as `%2B`.' },
  groupId: { schema: 'GroupId', description: 'A group of the account.' },
  messageId: { schema: 'MessageId', description: 'A message of the account.' },
  number: { schema: 'Sender', description: 'A number of the account.' },
  domain: { schema: 'PathText', description: 'A link domain of the account.' },
  name: { schema: 'PathText', description: 'What it is called.' },
  queue: { schema: 'PathText', description: 'A queue, as the list of dead letters names it.' },
  accountId: { schema: 'PathText', description: 'An account.' },
  id: { schema: 'PathText', description: 'Its id.' },
  eventId: { schema: 'PathText', description: 'Id of an event.' },
  key: { schema: 'PathText', description: 'Its key, such as `contact_custom_field_1`.' },
};

/** Declares a route of the console about an account. */
export function declare(described: Described): Declared {
  const { operationId, method, path, summary, scope, bucket = 'user' } = described;
  const plane = described.plane ?? usualPlaneOf(method);
  return {
    route: {
      operationId,
      method,
      path: `/console/api/${path}`,
      handler: handlerOf(plane),
      authentication: 'session',
      scope,
      bucket,
      summary,
      ...(described.isAudited === false && { isAudited: false }),
    },
    access: () => [described.access ?? {}],
    documentation: () => documentationOf(described),
  };
}

/** Route of a user without an account, or for operators: its row, its grants, and its description in the reference. */
interface DeclaredForUser extends Omit<Declared, 'route'> {
  route: UserRoute;
}

/** Declares a route for operators, about no account or about any. */
export function declareForOperators(
  described: Omit<Described, 'scope' | 'plane' | 'isAudited'>,
): DeclaredForUser {
  const { operationId, method, path, summary, bucket = 'user' } = described;
  return {
    route: {
      operationId,
      method,
      path: `/console/api/operator/${path}`,
      handler: handlerOf('operator'),
      authentication: 'user',
      isForOperators: true,
      bucket,
      summary,
    },
    access: () => [described.access ?? {}],
    documentation: () => documentationOf(described),
  };
}

/** Declares a route about the signed-in user, and about no account that the user has yet. */
export function declareForUser(described: Omit<Described, 'scope' | 'isAudited'>): DeclaredForUser {
  const { operationId, method, path, summary, bucket = 'user' } = described;
  const { plane = usualPlaneOf(method) } = described;
  return {
    route: {
      operationId,
      method,
      path: `/console/api/${path}`,
      handler: handlerOf(plane),
      authentication: 'user',
      isForOperators: false,
      bucket,
      summary,
    },
    access: () => [described.access ?? {}],
    documentation: () => documentationOf(described),
  };
}

function documentationOf(described: Omit<Described, 'scope'>): RouteDocumentation {
  const { operationId, path, summary, answer, request } = described;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    tag: 'Console',
    description: described.description ?? '',
    path: Object.fromEntries(names.flatMap((name) => (PARAMETERS[name] ? [[name, PARAMETERS[name]]] : []))),
    ...(described.query && { query: described.query }),
    ...(request && {
      request: {
        name: kebab(operationId),
        schema: request.schema,
        isRequired: request.isRequired ?? (request.schema.required ?? []).length > 0,
        examples: { request: { summary, value: request.example } },
      },
    }),
    answers: answer
      ? {
          [answer.status ?? 200]: {
            description: summary,
            schema: { [answer.name]: answer.schema },
            examples: { answer: { summary, value: answer.example } },
          },
        }
      : { 204: { description: summary } },
    errors: described.errors ?? [],
  };
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
