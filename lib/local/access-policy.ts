import type { Template, TemplateResource } from './template';

/** Request for permission, as IAM is asked. */
export interface AccessRequest {
  /** Action, such as `dynamodb:GetItem`. */
  action: string;
  /** ARN. */
  resource: string;
  /** Condition keys of the request, with all of their values. */
  context: Readonly<Record<string, string[]>>;
}

export interface PolicyStatement {
  isAllow: boolean;
  actions: RegExp[];
  resources: RegExp[];
  conditions: Condition[];
}

interface Condition {
  key: string;
  isForAllValues: boolean;
  patterns: RegExp[];
}

/** Returns the statements of the roles of the template's functions, by the function's logical id. */
export function readFunctionPolicies(template: Template): ReadonlyMap<string, PolicyStatement[]> {
  const byRole = new Map<string, PolicyStatement[]>();
  const add = (role: TemplateResource | undefined, document: unknown) => {
    if (!role) return;
    byRole.set(role.logicalId, [
      ...(byRole.get(role.logicalId) ?? []),
      ...readStatements(template.resolve(document)),
    ]);
  };
  for (const { properties } of template.resources('AWS::IAM::Policy')) {
    for (const role of asList(properties.Roles))
      add(template.referencedResource(role), properties.PolicyDocument);
  }
  for (const role of template.resources('AWS::IAM::Role')) {
    for (const policy of asList(role.properties.Policies)) {
      add(role, (policy as { PolicyDocument: unknown }).PolicyDocument);
    }
  }
  return new Map(
    template.resources('AWS::Lambda::Function').map(({ logicalId, properties }) => {
      const role = template.referencedResource(properties.Role);
      return [logicalId, byRole.get(role?.logicalId ?? '') ?? []];
    }),
  );
}

/** Returns true when at least one statement allows the request and none denies it, as IAM decides. */
export function isAllowed(statements: readonly PolicyStatement[], request: AccessRequest): boolean {
  const matching = statements.filter((statement) => matches(statement, request));
  return matching.length > 0 && matching.every(({ isAllow }) => isAllow);
}

function matches(statement: PolicyStatement, request: AccessRequest): boolean {
  return (
    statement.actions.some((pattern) => pattern.test(request.action)) &&
    statement.resources.some((pattern) => pattern.test(request.resource)) &&
    statement.conditions.every((condition) => holds(condition, request.context[condition.key] ?? []))
  );
}

function holds({ isForAllValues, patterns }: Condition, values: string[]): boolean {
  const isGiven = (value: string) => patterns.some((pattern) => pattern.test(value));
  return isForAllValues ? values.every(isGiven) : values.some(isGiven);
}

/** Reads the statements of a policy document without references. */
export function readStatements(document: unknown): PolicyStatement[] {
  const { Statement: statements } = document as { Statement: unknown };
  return asList(statements).map((value) => {
    const statement = value as Record<string, unknown>;
    for (const unknown of ['NotAction', 'NotResource', 'NotPrincipal']) {
      if (unknown in statement) throw new Error(`The local cloud does not know ${unknown} in a policy.`);
    }
    return {
      isAllow: statement.Effect === 'Allow',
      // Only actions are compared without regard to case.
      actions: asTexts(statement.Action).map((text) => toPattern(text, 'i')),
      resources: asTexts(statement.Resource).map((text) => toPattern(text)),
      conditions: readConditions(statement.Condition),
    };
  });
}

function readConditions(value: unknown): Condition[] {
  return Object.entries((value ?? {}) as Record<string, Record<string, unknown>>).flatMap(
    ([operator, keys]) => {
      const [, qualifier, test] = /^(ForAllValues:)?(StringLike|StringEquals)$/.exec(operator) ?? [];
      if (test === undefined) throw new Error(`The local cloud does not know the condition ${operator}.`);
      return Object.entries(keys).map(([key, texts]) => ({
        key,
        isForAllValues: qualifier !== undefined,
        patterns: asTexts(texts).map((text) =>
          test === 'StringLike' ? toPattern(text) : new RegExp(`^${escape(text)}$`),
        ),
      }));
    },
  );
}

/** Makes a pattern of a text in which `*` stands for any characters and `?` for one. */
function toPattern(text: string, flags = ''): RegExp {
  const source = text.split(/([*?])/).map((part) => ({ '*': '.*', '?': '.' })[part] ?? escape(part));
  return new RegExp(`^${source.join('')}$`, `s${flags}`);
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function asList(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

const asTexts = (value: unknown) => asList(value).map(String);
