import type { DueKind, Partition } from './keys';

/**
 * Permissions of a function for the table, by operation and kind of partition. Everything else is denied: by IAM when
 * deployed, and in the local service, which applies the same policies.
 */
export interface TableAccess {
  /** Reads of one item or a batch of them. */
  read?: Partition[];
  query?: Partition[];
  /** Puts within a transaction or without; the same applies to `update`, `updateOnly`, `putOnly` and `delete`. */
  put?: Partition[];
  update?: Partition[];
  /** Updates of these attributes only, of any item in the partition. */
  updateOnly?: Partial<Record<Partition, readonly string[]>>;
  /** Puts of items with these attributes only. */
  putOnly?: Partial<Record<Partition, readonly string[]>>;
  delete?: Partition[];
  /** Conditions of transactions on items that are not written. */
  check?: Partition[];
  /** Unconditional batches of writes and deletions. */
  batchWrite?: Partition[];
  /** Scans of the whole table, all partitions of all accounts. */
  scan?: true;
  /** Kinds that are queried in the `due` index. */
  due?: DueKind[];
  /** Queries of the index of all contacts. */
  listContacts?: true;
  /** Queries of the texts of a phone, and of conversations. */
  listTexts?: true;
  /** Queries of the messages of an account. */
  listMessages?: true;
}
