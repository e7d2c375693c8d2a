import { isRecord } from '../../shared/platform/is-record';

/**
 * Event pattern of an EventBridge rule or of an event-source mapping's filter: an object of the event's fields, in
 * which a list holds alternative rules.
 */
export interface EventPattern {
  readonly [field: string]: EventPattern | readonly PatternRule[];
}

type Scalar = string | number | boolean | null;
type PatternRule = Scalar | { readonly prefix: string } | { readonly exists: boolean };

/** A pattern with a part that the local cloud cannot match; the message quotes that part. */
export class EventPatternError extends Error {
  override readonly name = 'EventPatternError';

  constructor(part: unknown) {
    super(`The local cloud cannot match the event pattern ${JSON.stringify(part)}.`);
  }
}

/**
 * Checks a pattern at start, so that an unknown operator fails loudly and not as an event that never arrives.
 *
 * @throws EventPatternError
 */
export function parseEventPattern(value: unknown): EventPattern {
  if (!isRecord(value) || Object.keys(value).length === 0) throw new EventPatternError(value);
  return Object.fromEntries(
    Object.entries(value).map(([field, expected]) => {
      if (field.startsWith('$')) throw new EventPatternError({ [field]: expected });
      return [field, Array.isArray(expected) ? parseRules(expected) : parseEventPattern(expected)];
    }),
  );
}

function parseRules(rules: unknown[]): PatternRule[] {
  if (rules.length === 0) throw new EventPatternError(rules);
  const unknown = rules.find((rule) => !isRule(rule));
  if (unknown !== undefined) throw new EventPatternError(unknown);
  // Beside other rules it means something else in lists of objects.
  if (rules.length > 1 && rules.some((rule) => isRecord(rule) && 'exists' in rule))
    throw new EventPatternError(rules);
  return rules as PatternRule[];
}

function isRule(rule: unknown): rule is PatternRule {
  if (isScalar(rule)) return true;
  if (!isRecord(rule) || Object.keys(rule).length !== 1) return false;
  return typeof rule.prefix === 'string' || typeof rule.exists === 'boolean';
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
  if (isScalar(rule)) return values.includes(rule);
  if ('exists' in rule) return rule.exists === values.length > 0;
  return values.some((value) => typeof value === 'string' && value.startsWith(rule.prefix));
}

function isRules(expected: EventPattern | readonly PatternRule[]): expected is readonly PatternRule[] {
  return Array.isArray(expected);
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
