import type { Item } from './item';

/**
 * Returns the condition of an update that the item exists and these attributes have not changed since they were read.
 * Its names and values are for `updateExpression`, with which they share placeholders.
 */
export function asRead(item: Item, attributes: readonly string[]) {
  const isSame = attributes.map((name) =>
    item[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :${name}Read`,
  );
  const stored = attributes.filter((name) => item[name] !== undefined);
  return {
    ConditionExpression: ['attribute_exists(pk)', ...isSame].join(' AND '),
    names: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
    values: Object.fromEntries(stored.map((name) => [`:${name}Read`, item[name]])),
  };
}
