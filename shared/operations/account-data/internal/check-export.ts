import { createHash } from 'node:crypto';
import { type GenericSchema, type InferOutput, safeParse } from 'valibot';
import { partitionOf } from '../../../erasure/personal-data';
import { fromWireText, withPlainItems } from '../../../platform/store/client/wire-form';
import type { Item } from '../../../platform/store/item';
import { ENDPOINT_PREFIX } from '../../../platform/store/keys';
import { countUnderWay, type UnderWay } from '../account-items';
import { EXPORT_END, EXPORT_HEAD, type ExportEnd, type ExportHead } from './export-form';
import { ruleOf } from './item-rules';
import type { Owner } from './owner';

/** Reason why a file cannot be imported. */
export type RefusedFile =
  | { refused: 'noExport' }
  | { refused: 'cutOff' }
  | { refused: 'changed' }
  /** Set for an item that no export of this account can contain. */
  | { refused: 'foreignItem'; line: number }
  | { refused: 'underWay'; underWay: UnderWay }
  | { refused: 'changedMeanwhile' };

/** Facts about a file that the first reading has found. */
export interface CheckedExport {
  head: ExportHead;
  end: ExportEnd;
  numbers: string[];
  links: string[];
  linkDomains: string[];
  /** Returns true when an item is imported: its job, campaign or endpoint must be in the file. */
  isWhole: (item: Item) => boolean;
}

/** Reads a whole file and checks that it is a complete export of one account that was at rest. Writes nothing. */
export async function checkExport(
  lines: AsyncIterable<string>,
): Promise<{ checked: CheckedExport } | RefusedFile> {
  const digest = createHash('sha256');
  const found = { items: 0, line: 0 };
  const numbers: string[] = [];
  const links: string[] = [];
  const linkDomains: string[] = [];
  const parents = new Set<string>();
  const underWay: UnderWay = {};
  let head: ExportHead | undefined;
  let end: ExportEnd | undefined;
  for await (const line of lines) {
    found.line++;
    if (end) return { refused: 'noExport' };
    if (found.line === 1) head = readLine(line, 'accountExport', EXPORT_HEAD);
    if (!head) return { refused: 'noExport' };
    end = readLine(line, 'end', EXPORT_END);
    if (end) continue;
    digest.update(`${line}\n`);
    if (found.line === 1) continue;
    const item = readItem(line);
    if (!item || !isOfAccount(item, head.accountId)) return { refused: 'foreignItem', line: found.line };
    found.items++;
    noteParent(parents, item);
    const partition = partitionOf(item);
    const rule = ruleOf(item);
    if (partition && rule) countUnderWay(underWay, { item, rule, partition });
    if (partition === 'numberOwner') numbers.push(item.pk);
    if (partition === 'link') links.push(item.pk);
    if (partition === 'linkDomain') linkDomains.push(item.pk);
  }
  if (!head) return { refused: 'noExport' };
  if (!end) return { refused: 'cutOff' };
  if (end.items !== found.items || end.sha256 !== digest.digest('hex')) return { refused: 'changed' };
  if (Object.keys(underWay).length > 0) return { refused: 'underWay', underWay };
  if (end.isChangedMeanwhile) return { refused: 'changedMeanwhile' };
  const isWhole = (item: Item) => isKnown(parents, ruleOf(item)?.owner(item));
  return { checked: { head, end, numbers, links, linkDomains, isWhole } };
}

/** Returns the item of a line; `undefined` for other lines. */
export function readItem(line: string): Item | undefined {
  let item: unknown;
  try {
    ({ Item: item } = withPlainItems(fromWireText(line)));
  } catch {
    return undefined;
  }
  const { pk, sk } = (item ?? {}) as Partial<Item>;
  return typeof pk === 'string' && typeof sk === 'string' ? (item as Item) : undefined;
}

function readLine<const Schema extends GenericSchema>(
  line: string,
  name: string,
  schema: Schema,
): InferOutput<Schema> | undefined {
  if (!line.startsWith(`{"${name}":`)) return undefined;
  try {
    const parsed = safeParse(schema, (JSON.parse(line) as Record<string, unknown>)[name]);
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

function isOfAccount(item: Item, accountId: string): boolean {
  const rule = ruleOf(item);
  if (rule === undefined || rule.leftOut !== undefined) return false;
  const owner = ownerOf(item);
  return owner !== undefined && (!('accountId' in owner) || owner.accountId === accountId);
}

function ownerOf(item: Item): Owner | undefined {
  try {
    return ruleOf(item)?.owner(item);
  } catch {
    return undefined;
  }
}

function noteParent(parents: Set<string>, item: Item): void {
  const partition = partitionOf(item);
  if (partition === 'job' && item.sk === 'JOB') parents.add(String(item.id));
  if (partition === 'campaign') parents.add(item.sk);
  if (partition === 'account' && item.sk.startsWith(ENDPOINT_PREFIX)) {
    parents.add(item.sk.slice(ENDPOINT_PREFIX.length));
  }
}

function isKnown(parents: ReadonlySet<string>, owner: Owner | undefined): boolean {
  if (owner === undefined) return false;
  if ('accountId' in owner) return true;
  const [parentId = ''] = Object.values<string>(owner);
  return parents.has(parentId);
}
