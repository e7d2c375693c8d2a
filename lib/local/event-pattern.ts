/**
 * Event pattern of an EventBridge rule or of an event-source mapping's filter: an object of the event's fields, in
 * which a list holds alternative rules.
 */
export interface EventPattern {
  readonly [field: string]: EventPattern | readonly PatternRule[];
}

type Scalar = string | number | boolean | null;

type PatternRule =
  | Scalar
  | { readonly prefix: string }
  | { readonly suffix: string }
  | { readonly 'equals-ignore-case': string }
  | { readonly exists: boolean }
  | { readonly 'anything-but': Scalar | readonly Scalar[] | { readonly prefix: string } };

/** A pattern with a part that the local cloud cannot match; the message quotes that part. */
export class EventPatternError extends Error {
  override readonly name = 'EventPatternError';
}

/**
 * Checks a pattern at start, so that an unknown operator fails loudly and not as an event that never arrives.
 *
 * @throws EventPatternError
 */
export function parseEventPattern(value: unknown): EventPattern {
  if (!isRecord(value) || Object.keys(value).length === 0) throw unsupported(value);
  return Object.fromEntries(
    Object.entries(value).map(([field, expected]) => {
      if (field.startsWith('$')) throw unsupported({ [field]: expected });
      return [field, Array.isArray(expected) ? parseRules(expected) : parseEventPattern(expected)];
    }),
  );
}

function parseRules(rules: unknown[]): PatternRule[] {
  if (rules.length === 0) throw unsupported(rules);
  return rules.map(parseRule);
}

function parseRule(rule: unknown): PatternRule {
  if (isScalar(rule)) return rule;
  if (isRecord(rule)) {
    const [entry, ...others] = Object.entries(rule);
    if (entry !== undefined && others.length === 0 && isKnownOperator(...entry)) return rule as PatternRule;
  }
  throw unsupported(rule);
}

function isKnownOperator(operator: string, operand: unknown): boolean {
  switch (operator) {
    case 'prefix':
    case 'suffix':
    case 'equals-ignore-case':
      return typeof operand === 'string';
    case 'exists':
      return typeof operand === 'boolean';
    case 'anything-but':
      if (Array.isArray(operand)) return operand.length > 0 && operand.every(isScalar);
      if (isRecord(operand)) return Object.keys(operand).length === 1 && typeof operand.prefix === 'string';
      return isScalar(operand);
    default:
      return false;
  }
}

/** Returns true when every field of the pattern matches; in a list of the event, one matching element is enough. */
export function matchesEventPattern(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([field, expected]) => {
    const actual = isRecord(event) && Object.hasOwn(event, field) ? event[field] : undefined;
    if (isRules(expected)) return expected.some((rule) => matchesField(rule, actual));
    // An empty list counts as absent.
    return Array.isArray(actual) && actual.length > 0
      ? actual.some((element) => matchesEventPattern(expected, element))
      : matchesEventPattern(expected, actual);
  });
}

/**
 * Returns true when a rule matches. An object has no value of its own, and neither has an empty list: for EventBridge
 * both are absent.
 */
function matchesField(rule: PatternRule, actual: unknown): boolean {
  const values = (Array.isArray(actual) ? actual : [actual]).filter(isScalar);
  if (isRecord(rule) && 'exists' in rule) return rule.exists === values.length > 0;
  return values.some((value) => matchesValue(rule, value));
}

function matchesValue(rule: PatternRule, value: Scalar): boolean {
  if (isScalar(rule)) return rule === value;
  if ('prefix' in rule) return typeof value === 'string' && value.startsWith(rule.prefix);
  if ('suffix' in rule) return typeof value === 'string' && value.endsWith(rule.suffix);
  if ('equals-ignore-case' in rule) {
    return typeof value === 'string' && value.toLowerCase() === rule['equals-ignore-case'].toLowerCase();
  }
  if ('anything-but' in rule) {
    const excluded = rule['anything-but'];
    if (isScalar(excluded)) return value !== excluded;
    if ('prefix' in excluded) return !(typeof value === 'string' && value.startsWith(excluded.prefix));
    return !excluded.includes(value);
  }
  return false;
}

function unsupported(part: unknown): EventPatternError {
  return new EventPatternError(`The local cloud cannot match the event pattern ${JSON.stringify(part)}.`);
}

function isRules(expected: EventPattern | readonly PatternRule[]): expected is readonly PatternRule[] {
  return Array.isArray(expected);
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
