/** The parts of a write that name attributes, as IAM's `dynamodb:Attributes` counts them. */
export interface AttributeNaming {
  Key?: unknown;
  Item?: unknown;
  UpdateExpression?: unknown;
  ConditionExpression?: unknown;
  ExpressionAttributeNames?: unknown;
}

const KEYWORDS = new Set(['SET', 'REMOVE', 'ADD', 'DELETE', 'AND', 'OR', 'NOT', 'BETWEEN', 'IN']);

/** Returns the attributes that a write names, in its key or item and in its expressions, without nested ones. */
export function attributesOf(request: AttributeNaming): string[] {
  const placeholders = (request.ExpressionAttributeNames ?? {}) as Record<string, string>;
  const expressions = [request.UpdateExpression, request.ConditionExpression].filter(
    (expression) => typeof expression === 'string',
  );
  const named = expressions.flatMap(namesIn).map((name) => placeholders[name] ?? name);
  return [...new Set([...Object.keys(request.Key ?? request.Item ?? {}), ...named])];
}

/** Cache of the names in each expression. The service has some hundred expressions, all with placeholders. */
const namesByExpression = new Map<string, string[]>();
const MAX_REMEMBERED = 5_000;

function namesIn(expression: string): string[] {
  const known = namesByExpression.get(expression);
  if (known !== undefined) return known;
  const names = findNames(expression);
  if (namesByExpression.size < MAX_REMEMBERED) namesByExpression.set(expression, names);
  return names;
}

function findNames(expression: string): string[] {
  // Values begin with a colon, functions end at a bracket, and the second part of a path lies within the first.
  const names = expression.matchAll(/(?<![:\w#.])#?[A-Za-z_]\w*(?!\w|\s*\()/g);
  return [...names].map(([name]) => name).filter((name) => !KEYWORDS.has(name.toUpperCase()));
}
