/** Changes of an update, by attribute name. */
export interface Changes {
  set?: Record<string, unknown>;
  /** Set only where the attribute is absent. */
  setIfAbsent?: Record<string, unknown>;
  /** Adds to a number; absent counts as 0. A name that is no word, such as `n:+12065550100:t`, gets a numbered placeholder. */
  add?: Record<string, number>;
  remove?: string[];
}

export interface UpdateExpression {
  UpdateExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/**
 * Builds an update expression in which every name and value is a placeholder, so that no attribute can collide with
 * DynamoDB's reserved words. Names become `#<name>`, values `:<name>`; a condition of the caller may use both.
 *
 * `undefined` in `set` leaves the attribute unchanged.
 *
 * @param extra further names and values for the caller's condition
 */
export function updateExpression(
  changes: Changes,
  extra: { names?: Record<string, string>; values?: Record<string, unknown> } = {},
): UpdateExpression {
  const names: Record<string, string> = { ...extra.names };
  const values: Record<string, unknown> = { ...extra.values };
  const sets: string[] = [];
  const adds: string[] = [];
  for (const [name, value] of Object.entries(changes.set ?? {})) {
    if (value === undefined) continue;
    names[`#${name}`] = name;
    values[`:${name}`] = value;
    sets.push(`#${name} = :${name}`);
  }
  for (const [name, value] of Object.entries(changes.setIfAbsent ?? {})) {
    if (value === undefined) continue;
    names[`#${name}`] = name;
    values[`:${name}`] = value;
    sets.push(`#${name} = if_not_exists(#${name}, :${name})`);
  }
  for (const [name, value] of Object.entries(changes.add ?? {})) {
    const placeholder = /^\w+$/.test(name) ? name : `added${adds.length}`;
    names[`#${placeholder}`] = name;
    values[`:${placeholder}`] = value;
    adds.push(`#${placeholder} :${placeholder}`);
  }
  const removes = (changes.remove ?? []).map((name) => {
    names[`#${name}`] = name;
    return `#${name}`;
  });
  const clauses = [
    sets.length > 0 ? `SET ${sets.join(', ')}` : '',
    removes.length > 0 ? `REMOVE ${removes.join(', ')}` : '',
    adds.length > 0 ? `ADD ${adds.join(', ')}` : '',
  ];
  return {
    UpdateExpression: clauses.filter((clause) => clause !== '').join(' '),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}
