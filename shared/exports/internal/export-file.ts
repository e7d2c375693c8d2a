import { text as readWhole } from 'node:stream/consumers';
import { putIntoOutbox } from '../../outbox/outbox';
import { exportFileKey, exportTailKey } from '../../platform/files/file-keys';
import type { Platform } from '../../platform/platform';
import { commit, required } from '../../platform/store/commit';
import { updateExpression } from '../../platform/store/expressions';
import { leaseEnd, leaseIsMine } from '../../platform/store/lease';
import { endTurn } from '../../transfers/transfer-line';
import { type Export, exportDue, exportItem, type ExportProgress } from '../export-item';
import type { ExportPage } from './export-page';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'files'>;

/** Thrown when another worker holds the export. */
export class ExportLostError extends Error {
  override readonly name = 'ExportLostError';
}

const NO_PROGRESS: ExportProgress = {
  columns: [],
  position: undefined,
  uploadId: undefined,
  tags: [],
  tail: undefined,
  isWhole: false,
};

/** File of an export, written by the worker that holds the lease: parts in S3, and their progress in the table. */
export class ExportFile {
  private readonly key: string;
  private progress: ExportProgress;
  private rows: number;
  private leaseUntilMs: number;
  /** Data that is not in a part yet, and the position after it. */
  private pieces: Buffer[] = [];
  private bytes = 0;
  private position: string | undefined;

  constructor(
    private readonly deps: Deps,
    private readonly taken: Export,
    private readonly settings: { leaseMs: number; partBytes: number },
  ) {
    this.key = exportFileKey({ accountId: taken.accountId, exportId: taken.id });
    this.progress = taken.progress ?? NO_PROGRESS;
    this.rows = taken.rows;
    this.leaseUntilMs = Date.parse(taken.leaseUntil ?? '');
  }

  /** @param columns used when the file begins */
  async open(columns: readonly string[]): Promise<void> {
    this.progress = { ...this.progress, columns: [...columns] };
    this.position = this.progress.position;
    if (this.progress.tail === undefined) return;
    // Last bytes that an earlier worker read, too few for a part.
    this.add(Buffer.from(await readWhole(await this.deps.files.read(this.tailKey(this.progress.tail)))));
  }

  async write({ text, rows, position }: ExportPage): Promise<void> {
    this.add(Buffer.from(text));
    this.rows += rows;
    this.position = position;
    if (this.bytes >= this.settings.partBytes) await this.storePart({ isWhole: false });
    else await this.renewLease();
  }

  /** Stores all data read so far, and lets another worker continue at once. */
  async pause(): Promise<void> {
    const { ids, clock } = this.deps;
    const { id, accountId } = this.taken;
    const [tail, earlierTail] = [this.rows, this.progress.tail];
    await this.deps.files.put(this.tailKey(tail), {
      body: Buffer.concat(this.pieces),
      contentType: 'application/octet-stream',
    });
    const now = clock.now();
    const entry = { kind: 'transfer', accountId, transferId: id } as const;
    await this.update(
      {
        set: {
          ...this.checkpoint({ tail, position: this.position }),
          ...exportDue(id, leaseEnd(now, this.settings.leaseMs)),
        },
        remove: ['leaseId', 'leaseUntil'],
      },
      putIntoOutbox({ id: ids.next('out'), entry, now }),
    );
    if (earlierTail !== undefined && earlierTail !== tail) {
      await this.deps.files.delete(this.tailKey(earlierTail));
    }
  }

  /** Completes the upload from its parts; a file without parts is stored at once. */
  async complete(): Promise<void> {
    const { files } = this.deps;
    const isSmall = this.progress.uploadId === undefined;
    if (isSmall) {
      await files.put(this.key, { body: Buffer.concat(this.pieces), contentType: this.contentType() });
    } else {
      if (!this.progress.isWhole) await this.storePart({ isWhole: true });
      await this.putTogether();
    }
    const tail = this.progress.tail;
    await this.end({ status: 'completed', rows: this.rows });
    if (tail !== undefined) await files.delete(this.tailKey(tail));
  }

  async fail(): Promise<void> {
    await this.end({ status: 'failed' });
    await this.abandon();
  }

  /** Starts over: S3 has dropped the stored parts. */
  async startAnew(): Promise<void> {
    await this.update({
      set: { rows: 0, ...exportDue(this.taken.id, leaseEnd(this.deps.clock.now(), this.settings.leaseMs)) },
      remove: ['progress', 'leaseId', 'leaseUntil'],
    });
  }

  private add(bytes: Buffer): void {
    this.pieces.push(bytes);
    this.bytes += bytes.length;
  }

  private async storePart({ isWhole }: { isWhole: boolean }): Promise<void> {
    const { files } = this.deps;
    const { tags, tail } = this.progress;
    const uploadId =
      this.progress.uploadId ??
      (await files.startUpload(this.key, { contentType: this.contentType() })).uploadId;
    const stored = [...tags];
    if (this.bytes > 0) {
      const part = { number: tags.length + 1, body: Buffer.concat(this.pieces) };
      stored.push(await files.putPart({ key: this.key, uploadId }, part));
    }
    const next = { uploadId, tags: stored, position: this.position, tail: undefined, isWhole };
    await this.update({ set: this.checkpoint(next) });
    this.pieces = [];
    this.bytes = 0;
    if (tail !== undefined) await files.delete(this.tailKey(tail));
  }

  private async putTogether(): Promise<void> {
    const { files } = this.deps;
    const { uploadId = '', tags } = this.progress;
    try {
      await files.completeUpload({ key: this.key, uploadId }, tags);
    } catch (error) {
      // A worker that died has completed the upload already.
      if (!(await files.find(this.key))) throw error;
    }
  }

  private checkpoint(changes: Partial<ExportProgress>): Record<string, unknown> {
    this.progress = { ...this.progress, ...changes };
    this.leaseUntilMs = this.deps.clock.now().getTime() + this.settings.leaseMs;
    return { progress: this.progress, rows: this.rows, attempts: 0, ...this.leaseAttributes() };
  }

  private async renewLease(): Promise<void> {
    const nowMs = this.deps.clock.now().getTime();
    if (this.leaseUntilMs - nowMs > this.settings.leaseMs / 2) return;
    this.leaseUntilMs = nowMs + this.settings.leaseMs;
    await this.update({ set: this.leaseAttributes() });
  }

  private leaseAttributes() {
    const leaseUntil = new Date(this.leaseUntilMs).toISOString();
    return { leaseUntil, ...exportDue(this.taken.id, leaseUntil) };
  }

  private async end(set: { status: 'completed' | 'failed'; rows?: number }): Promise<void> {
    const { clock, ids } = this.deps;
    const { accountId, id: transferId, turn } = this.taken;
    const now = clock.now();
    await this.update(
      {
        set: { ...set, completedAt: now.toISOString() },
        remove: ['leaseId', 'leaseUntil', 'gsi1pk', 'gsi1sk', 'progress', 'turn'],
      },
      ...endTurn({ task: { accountId, transferId }, turn, outboxId: ids.next('out'), now }),
    );
  }

  /** Deletes what is stored of a file that will never be complete. */
  private async abandon(): Promise<void> {
    const { uploadId, tail } = this.progress;
    if (uploadId !== undefined) await this.deps.files.abortUpload({ key: this.key, uploadId });
    if (tail !== undefined) await this.deps.files.delete(this.tailKey(tail));
  }

  private tailKey(tail: number): string {
    return exportTailKey({ accountId: this.taken.accountId, exportId: this.taken.id, tail });
  }

  private contentType(): string {
    return this.taken.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8';
  }

  /** @throws ExportLostError when another worker holds the lease */
  private async update(
    changes: { set?: Record<string, unknown>; remove?: string[] },
    ...others: Parameters<typeof required>[0]
  ): Promise<void> {
    const { ConditionExpression, values } = leaseIsMine(this.taken);
    const Update = {
      Key: exportItem.key({ accountId: this.taken.accountId, exportId: this.taken.id }),
      ...updateExpression(withoutRemoved(changes), { values }),
      ConditionExpression,
    };
    const result = await commit(this.deps.table, [
      { write: { Update }, onFail: 'lost' as const },
      ...required(others),
    ]);
    if (!result.committed) throw new ExportLostError();
  }
}

/** DynamoDB cannot set and remove an attribute in one update. */
function withoutRemoved({ set = {}, remove = [] }: { set?: Record<string, unknown>; remove?: string[] }) {
  return { set: Object.fromEntries(Object.entries(set).filter(([name]) => !remove.includes(name))), remove };
}
