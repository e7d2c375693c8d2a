import type { DueKind, Partition } from './keys';

/**
 * What a function does to the table, by what lies in the partitions that it does it to. Everything else is denied: by
 * IAM when deployed, and in the local service, which goes by the same policies.
 */
export interface TableAccess {
  /** One item or a batch of them. */
  read?: Partition[];
  query?: Partition[];
  /** As part of a transaction or not, like the three below. */
  put?: Partition[];
  update?: Partition[];
  /** Updates of these attributes and no others, whatever item of the partition they are of. */
  updateOnly?: Partial<Record<Partition, readonly string[]>>;
  /** Puts of items with these attributes and no others. */
  putOnly?: Partial<Record<Partition, readonly string[]>>;
  delete?: Partition[];
  /** Conditions of transactions on items that are not written. */
  check?: Partition[];
  /** Unconditional writes and deletions, many at once. */
  batchWrite?: Partition[];
  /** Goes over the whole table, all partitions of all accounts. */
  scan?: true;
  /** What is looked for in the index of what waits for a time. */
  due?: DueKind[];
  /** Queries of the index of all contacts. */
  listContacts?: true;
  /** Queries of the same index for the texts of a phone, and for conversations. */
  listTexts?: true;
}
