import { MAX_LINKS_SHOWN } from '../../limits';
import { number, object, optional, string } from 'valibot';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { updateExpression } from '../../platform/store/expressions';
import { clicksPk, jobClicksKey, type Key, linkClicksKey } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import type { Table, TransactItem } from '../../platform/store/table';

/**
 * Number of items over which the clicks of a link, or of a link in the messages of a job, are counted: each item can be
 * written by one transaction at a time, and after a broadcast thousands of people click at once.
 */
const CLICK_SHARDS = 16;

const COUNTER = object({
  link: string(),
  /** Messages whose first click was on this link. */
  messages: optional(number(), 0),
  /** Clicks of people in known messages. */
  clicks: optional(number(), 0),
  /** Clicks of people without a known message. */
  unattributed: optional(number(), 0),
  /** Clicks of link previews and robots. */
  bots: optional(number(), 0),
});
const linkClicksItem = defineItem({ entity: 'linkClicks', key: linkClicksKey, value: COUNTER });
const jobClicksItem = defineItem({ entity: 'jobClicks', key: jobClicksKey, value: COUNTER });

/** Counts of how often a link was followed. */
type LinkClicks = Omit<ValueOf<typeof linkClicksItem>, 'link'>;
/** Counts that a click adds. */
type ClickChange = Partial<LinkClicks>;

const NO_CLICKS: LinkClicks = { messages: 0, clicks: 0, unattributed: 0, bots: 0 };

/**
 * Builds the write that counts a click of a link.
 *
 * @param at identifies what is counted; selects the shard
 */
export function countLinkClick(
  address: { accountId: string; link: string },
  { change, at }: { change: ClickChange; at: string },
): TransactItem {
  const Key = linkClicksKey({ ...address, shard: shardOf(at) });
  return count({ Key, entity: linkClicksItem.entity, link: address.link, change });
}

/**
 * Builds the write that counts a click of a link in a job's messages.
 *
 * @param options.expiresAtEpochSeconds expiry of the counts, the same as that of the job's messages
 */
export function countJobClick(
  address: { jobId: string; link: string },
  options: { change: ClickChange; at: string; expiresAtEpochSeconds: number | undefined },
): TransactItem {
  const { change, at, expiresAtEpochSeconds } = options;
  const Key = jobClicksKey({ ...address, shard: shardOf(at) });
  return count({ Key, entity: jobClicksItem.entity, link: address.link, change, expiresAtEpochSeconds });
}

function count(options: {
  Key: Key;
  entity: string;
  link: string;
  change: ClickChange;
  expiresAtEpochSeconds?: number | undefined;
}): TransactItem {
  const { Key, entity, link, change, expiresAtEpochSeconds } = options;
  return {
    Update: {
      Key,
      ...updateExpression({
        setIfAbsent: { entity, link, expiresAtEpochSeconds },
        add: change,
      }),
    },
  };
}

function shardOf(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 65_521;
  return sum % CLICK_SHARDS;
}

export async function readLinkClicks(
  table: Table,
  address: { accountId: string; link: string },
): Promise<LinkClicks> {
  const keys = Array.from({ length: CLICK_SHARDS }, (_, shard) => linkClicksKey({ ...address, shard }));
  const items = await table.batchGet(keys);
  return items
    .filter((item) => item !== undefined)
    .map(linkClicksItem.read)
    .reduce(add, NO_CLICKS);
}

/** Clicks of the messages of a job, with those of the most followed links. */
export interface JobClicks {
  /** Messages that were clicked at least once. */
  messages: number;
  clicks: number;
  links: Array<{ link: string; clicks: number }>;
}

export async function readJobClicks(table: Table, jobId: string): Promise<JobClicks> {
  const byLink = new Map<string, LinkClicks>();
  for await (const item of jobCounters(table, jobId)) {
    const counter = jobClicksItem.read(item);
    byLink.set(counter.link, add(byLink.get(counter.link) ?? NO_CLICKS, counter));
  }
  const all = [...byLink.values()].reduce(add, NO_CLICKS);
  const links = [...byLink]
    .map(([link, { clicks }]) => ({ link, clicks }))
    .sort((a, b) => b.clicks - a.clicks || a.link.localeCompare(b.link))
    .slice(0, MAX_LINKS_SHOWN);
  return { messages: all.messages, clicks: all.clicks, links };
}

const jobCounters = (table: Table, jobId: string): AsyncGenerator<Item> =>
  table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': clicksPk(jobId), ':prefix': 'COUNT#' },
    ConsistentRead: true,
  });

const add = (a: LinkClicks, b: LinkClicks): LinkClicks => ({
  messages: a.messages + b.messages,
  clicks: a.clicks + b.clicks,
  unattributed: a.unattributed + b.unattributed,
  bots: a.bots + b.bots,
});
