/** Path of a value in an item: an attribute, or a key in an attribute that is a map. */
export type AttributePath = readonly string[];

interface Projection {
  ProjectionExpression: string;
  ExpressionAttributeNames: Record<string, string>;
}

/** Limit of DynamoDB for one expression. */
const MAX_CHARACTERS = 4_000;

/**
 * Builds the projection of attributes, each once, because DynamoDB refuses one path within another.
 *
 * @returns `undefined` when DynamoDB would refuse the expression because it has too many attributes
 */
export function projectionOf(paths: readonly AttributePath[]): Projection | undefined {
  const wholes = new Set(paths.filter(({ length }) => length === 1).map(([attribute]) => attribute));
  const names = new Map<string, string>();
  const nameOf = (attribute: string) => {
    const name = names.get(attribute) ?? `#p${names.size}`;
    names.set(attribute, name);
    return name;
  };
  const wanted = paths
    .filter(([attribute, ...rest]) => rest.length === 0 || !wholes.has(attribute))
    .map((path) => path.map(nameOf).join('.'));
  const ProjectionExpression = [...new Set(wanted)].join(', ');
  if (ProjectionExpression.length > MAX_CHARACTERS) return undefined;
  return {
    ProjectionExpression,
    ExpressionAttributeNames: Object.fromEntries([...names].map(([attribute, name]) => [name, attribute])),
  };
}
