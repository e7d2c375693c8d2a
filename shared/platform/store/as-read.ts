import type { Item } from './item';

/**
 * Condition of an update that the item is there and these attributes are as they were read. Its names and values are for
 * `updateExpression`, whose placeholders they share.
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
