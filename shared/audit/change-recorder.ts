import type { Ids } from '../platform/ids';
import type { Item } from '../platform/store/item';
import type { Key } from '../platform/store/keys';
import {
  itemsOf,
  keysOf,
  readWrite,
  send,
  sendWithPuts,
  type WriteCommand,
} from '../platform/store/send-with-puts';
import type { Table, TableSender } from '../platform/store/table';
import { type AuditEntry, type AuditTarget, targetOf } from './audit-entry';
import { putEntry } from './record-change';

/** Parts of an entry besides actor, channel and action. */
interface AuditedChange extends Partial<Pick<AuditEntry, 'target' | 'related' | 'changes'>> {
  /**
   * Account whose log gets the entry; absent: the request's account, or for a request without one the log above
   * accounts.
   */
  accountId?: string | undefined;
}

/** Interface through which the handler of a request describes its changes before it makes them. */
export interface Audit {
  /**
   * Describes the next change, as far as it cannot be derived. Without a target here, the target is the resource that
   * the request creates, the item that it writes, or the resource in its path. After a change that has its entry, the
   * described one gets an entry of its own.
   */
  tell(change: AuditedChange): void;
  /** Skips the entry: the request continues a change that has its entry already. */
  skip(): void;
  /** Writes the entry ahead of a change that is made outside the table. */
  write(): Promise<void>;
}

interface Waiting extends AuditedChange {
  /** Set when it is first sent: a retry writes the same entry. */
  id?: string;
  /** True when the handler has described the change. */
  isTold: boolean;
}

/**
 * Records the changes of one request in the audit log. The entry is part of the transaction of the first change that
 * the request makes, so that neither exists without the other (see `sendWithPuts`). Writes through `table.unrecorded`
 * are not recorded.
 *
 * **Source:** rules E6.
 */
export class ChangeRecorder implements Audit {
  /** Entries for the next change, by account. */
  private readonly waiting = new Map<string | undefined, Waiting>();
  /** Targets by the key of items that were read, taken from their ids. */
  private readonly named = new Map<string, AuditTarget>();
  private made: AuditTarget | undefined;
  /** Change that is being sent with its entry. Others wait for it: if it is refused, one of them gets the entry. */
  private recording: Promise<object> | undefined;

  /**
   * @param options.accountId the account of the request, if it is about one
   * @param options.isChange true when the request has an entry even if its handler describes nothing
   * @param options.known items that were read already
   */
  constructor(
    private readonly deps: { table: Table; ids: Ids },
    private readonly options: {
      by: Pick<AuditEntry, 'actor' | 'channel' | 'action'>;
      accountId: string | undefined;
      isChange: boolean;
      pathParameters?: Record<string, string>;
      known?: Array<Item | undefined>;
    },
  ) {
    for (const item of options.known ?? []) if (item) this.learn(item);
    if (options.isChange) this.waitFor(options.accountId, { isTold: false });
  }

  /** Returns the platform for the handler, whose writes are recorded. */
  record<Deps extends { table: Table; ids: Ids }>(deps: Deps): Deps {
    const table = deps.table.recordedBy(
      (sender) => ({ send: (command: object) => this.send(sender, command) }) as TableSender,
    );
    return { ...deps, table, ids: this.watch(deps.ids) };
  }

  tell({ accountId = this.options.accountId, ...change }: AuditedChange): void {
    const usual = this.options.accountId;
    if (accountId !== usual && this.waiting.get(usual)?.isTold === false) this.waiting.delete(usual);
    this.waitFor(accountId, { ...change, isTold: true });
  }

  skip(): void {
    this.waiting.clear();
  }

  async write(): Promise<void> {
    for (const [accountId, entry] of this.waiting) {
      await this.deps.table.put({ Item: this.itemOf(entry) });
      this.waiting.delete(accountId);
    }
  }

  private waitFor(accountId: string | undefined, change: Waiting): void {
    this.waiting.set(accountId, { ...this.waiting.get(accountId), ...change, accountId });
  }

  private watch(ids: Ids): Ids {
    const next: Ids['next'] = (prefix) => {
      const id = ids.next(prefix);
      const target = targetOf(id);
      if (target && !SIDE_EFFECTS.has(target.type)) this.made = target;
      return id;
    };
    return { next, secret: () => ids.secret(), token: (characters) => ids.token(characters) };
  }

  private async send(sender: TableSender, command: object): Promise<object> {
    const write = readWrite(command);
    if (!write) {
      const answer = await send(sender, command);
      for (const item of itemsOf(answer)) this.learn(item);
      return answer;
    }
    while (this.recording) await this.recording.catch(() => undefined);
    if (this.waiting.size === 0) return send(sender, command);
    this.recording = this.sendWithEntries(sender, write);
    try {
      return await this.recording;
    } finally {
      this.recording = undefined;
    }
  }

  private async sendWithEntries(sender: TableSender, write: WriteCommand): Promise<object> {
    const sent = [...this.waiting];
    const [written] = keysOf(write);
    const items = sent.map(([, entry]) => this.itemOf(entry, written));
    const answer = await sendWithPuts(sender, write, { items, tableName: this.deps.table.name });
    for (const [accountId, entry] of sent) {
      if (this.waiting.get(accountId) === entry) this.waiting.delete(accountId);
    }
    return answer;
  }

  private itemOf(entry: Waiting, written?: Key): Item {
    entry.id ??= this.deps.ids.next('aud');
    const { id, isTold: _, ...change } = entry;
    const [target, related] = this.targetsOf(change, written);
    return putEntry(id, {
      ...this.options.by,
      ...change,
      ...(target && { target }),
      ...(related && { related: change.related ?? related.id }),
    }).Put.Item;
  }

  /** Returns the changed item first, then other ids in the path; a phone number is not an id. */
  private targetsOf({ target }: AuditedChange, written: Key | undefined): AuditTarget[] {
    const shown = this.made ?? (written && this.named.get(keyText(written)));
    const inPath = Object.values(this.options.pathParameters ?? {}).map(targetOf);
    const targets = [target ?? shown, ...inPath].filter((one) => one !== undefined);
    return targets.filter(({ id }, index) => targets.findIndex((other) => other.id === id) === index);
  }

  private learn(item: Item): void {
    const target = targetOf(item.id);
    if (target) this.named.set(keyText(item), target);
  }
}

/** Targets that a request only creates along with something else. */
const SIDE_EFFECTS: ReadonlySet<string> = new Set(['job', 'message']);

const keyText = ({ pk, sk }: Key) => `${pk}\n${sk}`;
