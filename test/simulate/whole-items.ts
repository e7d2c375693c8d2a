type Command = { input: object; constructor: { name: string } };
type Send = (command: Command) => Promise<unknown>;
type Item = Record<string, unknown>;
interface Projection {
  ProjectionExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
}
interface BatchGet {
  RequestItems?: Record<string, Projection>;
  Responses?: Record<string, Item[]>;
}

/**
 * Reads the items of a BatchGet whole, whichever of their attributes it names, and removes the others from the answer: DynamoDB
 * charges an item by its size, the engine by the attributes that it returns. Other commands are sent as they are; the engine
 * charges a query by the whole items.
 *
 * @throws Error for a projection with more than names of attributes
 */
export const chargeWhole =
  (send: Send): Send =>
  async (command) => {
    if (command.constructor.name !== 'BatchGetCommand') return send(command);
    const { RequestItems = {} } = command.input as BatchGet;
    const asked = new Map(Object.entries(RequestItems).map(([table, one]) => [table, namesOf(one)]));
    const whole = Object.entries(RequestItems).map(([table, one]) => [
      table,
      { ...one, ProjectionExpression: undefined, ExpressionAttributeNames: undefined },
    ]);
    Object.assign(command.input, { RequestItems: Object.fromEntries(whole) as object });
    const answer = (await send(command)) as BatchGet;
    Object.assign(command.input, { RequestItems });
    for (const [table, items] of Object.entries(answer.Responses ?? {})) {
      const names = asked.get(table);
      if (names) Object.assign(answer.Responses ?? {}, { [table]: items.map((item) => pick(item, names)) });
    }
    return answer;
  };

function namesOf({
  ProjectionExpression,
  ExpressionAttributeNames = {},
}: Projection): Set<string> | undefined {
  if (ProjectionExpression === undefined) return undefined;
  const parts = ProjectionExpression.split(',').map((part) => part.trim());
  return new Set(
    parts.map((part) => {
      const name = part.startsWith('#') ? ExpressionAttributeNames[part] : part;
      if (name === undefined || /[.[]/.test(part)) throw new Error(`Not the name of an attribute: ${part}`);
      return name;
    }),
  );
}

const pick = (item: Item, names: Set<string>): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
