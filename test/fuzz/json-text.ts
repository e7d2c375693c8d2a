/** JSON as text, so that it can be what `JSON.stringify` would never write. */
export type JsonNode = RawJson | RawObject | JsonNode[] | string | number | boolean | null;

/** Text that is written unchanged, as JSON or not. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** Object whose keys can be repeated, and be any text. */
export class RawObject {
  constructor(readonly entries: ReadonlyArray<readonly [string, JsonNode]>) {}
}

export function toNode(value: unknown): JsonNode {
  if (Array.isArray(value)) return value.map(toNode);
  if (typeof value === 'object' && value !== null) {
    return new RawObject(Object.entries(value).map(([key, inner]) => [key, toNode(inner)]));
  }
  return value as JsonNode;
}

export function writeJson(node: JsonNode): string {
  if (node instanceof RawJson) return node.text;
  if (node instanceof RawObject) {
    return `{${node.entries.map(([key, value]) => `${JSON.stringify(key)}:${writeJson(value)}`).join(',')}}`;
  }
  if (Array.isArray(node)) return `[${node.map(writeJson).join(',')}]`;
  return JSON.stringify(node);
}

/** Changes one place of a document, chosen by a number; deep places are as likely as high ones. */
export function changeAt(node: JsonNode, position: number, change: (node: JsonNode) => JsonNode): JsonNode {
  const counter = { left: position % countNodes(node) };
  return walk(node, counter, change);
}

/** Elements of a long list of similar ones that count. */
const MOST_ELEMENTS = 3;

function countNodes(node: JsonNode): number {
  return 1 + childrenOf(node).reduce<number>((sum, child) => sum + countNodes(child), 0);
}

function childrenOf(node: JsonNode): JsonNode[] {
  if (node instanceof RawObject) return node.entries.map(([, value]) => value);
  return Array.isArray(node) ? node.slice(0, MOST_ELEMENTS) : [];
}

function walk(node: JsonNode, counter: { left: number }, change: (node: JsonNode) => JsonNode): JsonNode {
  if (counter.left-- === 0) return change(node);
  if (node instanceof RawObject) {
    return new RawObject(
      node.entries.map(([key, value]) => [key, counter.left < 0 ? value : walk(value, counter, change)]),
    );
  }
  if (!Array.isArray(node)) return node;
  return node.map((value, index) =>
    counter.left < 0 || index >= MOST_ELEMENTS ? value : walk(value, counter, change),
  );
}
