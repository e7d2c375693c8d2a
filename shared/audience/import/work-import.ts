import { retainedUntil, type RetentionDays } from '../../accounts/retention';
import { putIntoOutbox } from '../../outbox/outbox';
import { importFileKey, recordKeptForDays } from '../../platform/files/file-keys';
import type { Platform } from '../../platform/platform';
import { commit, type Part, required } from '../../platform/store/commit';
import { type Changes, updateExpression } from '../../platform/store/expressions';
import { PatientTable } from '../../platform/store/patient-table';
import { leaseIsMine, newLease } from '../../platform/store/lease';
import type { TransactItem } from '../../platform/store/table';
import { endTurn } from '../../transfers/transfer-line';
import { type ContactImport, importDue, importItem } from './import-item';
import { addCounts, type Batch, importRows } from './import-rows';
import type { ImportScope } from './import-scope';
import { failureOf } from './internal/failure-of';
import { type FileReading, type PreparedImport, prepareImport } from './internal/prepare-import';
import { putLookUps } from './look-up-imported';
import { keepRejects, removeLeftovers, storeRejectedFile } from './rejected-file';
import { addToSample } from './internal/rejected-sample';
import { type FileSurvey, surveyFile } from './internal/survey-file';
import { warningsOf } from './internal/warnings';

export type ImportPlatform = Pick<Platform, 'table' | 'clock' | 'ids' | 'files' | 'log'>;

interface ImportTask {
  accountId: string;
  importId: string;
  /** Time until the worker is stopped, milliseconds. */
  remainingMs: () => number;
}

/** Lease of a worker, renewed with every batch. The next worker starts this long after the last renewal. */
const LEASE_MS = 60_000;
/** Time that is kept for the current batch and for the file of rejects. */
const RESERVE_MS = 30_000;
/** Workers in a row that end without having imported a batch, before the import fails. */
const MAX_ATTEMPTS = 10;

/**
 * Works on an import until it is done or the time is up; another call continues it. Each batch is one transaction
 * together with the progress, so that a worker that dies at any moment neither loses nor repeats a row.
 *
 * **Source:** rules E5.
 */
export async function workImport(platform: ImportPlatform, task: ImportTask): Promise<void> {
  // 1. Take the lease; without it, another worker has the import, or it has ended.
  const taken = await takeImport(platform, task);
  if (!taken) return;
  const worker = new ImportWorker(platform, task, taken);
  try {
    const failure = await importWith(worker, taken);
    if (failure !== undefined) await worker.fail(failure);
  } catch (error) {
    if (!(error instanceof ImportLostError)) throw error;
  }
}

/** @returns the message for the caller when the import cannot continue */
async function importWith(worker: ImportWorker, taken: ContactImport): Promise<string | undefined> {
  try {
    if (taken.attempts > MAX_ATTEMPTS) return 'The import could not be carried out.';
    // 2. Read the file once, before anything is imported.
    const { options, scope } = await worker.prepare();
    const survey = await worker.survey(options);
    // 3. Import the remaining rows.
    const outcome = await worker.importRows({ scope, survey });
    // 4. Complete the import, or leave the rest to the next call.
    if (outcome === 'done') await worker.complete(survey);
    if (outcome === 'paused') await worker.pause();
    return undefined;
  } catch (error) {
    const message = failureOf(error);
    if (message === undefined) throw error;
    return message;
  }
}

/** Thrown when another worker has the import, or it has ended. */
class ImportLostError extends Error {
  override readonly name = 'ImportLostError';
}

async function takeImport(
  { table, clock, ids }: Pick<Platform, 'table' | 'clock' | 'ids'>,
  { accountId, importId }: ImportTask,
): Promise<ContactImport | undefined> {
  const now = clock.now();
  const lease = newLease({ leaseId: ids.next('own'), now, durationMs: LEASE_MS });
  const result = await table.update({
    Key: importItem.key({ accountId, importId }),
    ...updateExpression(
      { set: { ...lease, ...importDue(importId, lease.leaseUntil) }, add: { attempts: 1 } },
      { values: { ':running': 'running', ':now': now.toISOString() }, names: { '#status': 'status' } },
    ),
    ConditionExpression: '#status = :running AND (attribute_not_exists(#leaseUntil) OR #leaseUntil <= :now)',
  });
  return result.written && result.item ? importItem.read(result.item) : undefined;
}

/** Worker that has the lease of an import. */
class ImportWorker {
  private lastRenewedMs: number;
  private pacedFrom: string | undefined;
  private retentionDays: RetentionDays = 'none';
  private carrierLookup = false;

  constructor(
    private readonly platform: ImportPlatform,
    private readonly task: ImportTask,
    private contactImport: ContactImport,
  ) {
    this.lastRenewedMs = platform.clock.now().getTime();
    this.pacedFrom = contactImport.pacedFrom;
  }

  async prepare(): Promise<PreparedImport> {
    const prepared = await prepareImport(this.platform.table, this.contactImport);
    this.retentionDays = prepared.retentionDays;
    this.carrierLookup = prepared.carrierLookup;
    return prepared;
  }

  async survey(options: FileReading): Promise<FileSurvey> {
    const { rows: from, dateFormat, fileDateFormat } = this.contactImport;
    return surveyFile(() => this.openFile(), {
      ...options,
      from,
      dateFormat: dateFormat ?? fileDateFormat,
      onProgress: () => this.renew(),
    });
  }

  private openFile() {
    const { accountId, importId } = this.task;
    const { fileTag: tag } = this.contactImport;
    return this.platform.files.read(importFileKey({ accountId, importId }), { tag });
  }

  async importRows(run: { scope: ImportScope; survey: FileSurvey }) {
    this.pacedFrom ??= this.platform.clock.now().toISOString();
    const patient = new PatientTable(this.platform.table);
    return importRows(
      { ...this.platform, table: patient.table },
      {
        ...run,
        rest: () => patient.rest(),
        input: await this.openFile(),
        from: this.contactImport.rows,
        isParallel: false,
        checkpoint: (batch) => this.checkpoint(batch, run.survey),
        onBatch: (batch) => {
          this.contactImport = { ...this.contactImport, ...this.resultsWith(batch) };
        },
        mayGoOn: () => this.task.remainingMs() > RESERVE_MS,
      },
    );
  }

  /** Builds the writes of the progress after the batch, with its rejected rows. */
  private checkpoint(batch: Batch, survey: FileSurvey): Part<'lost'>[] {
    const { accountId, importId } = this.task;
    const now = this.platform.clock.now();
    const { description } = survey;
    const set = { ...this.resultsWith(batch), ...this.foundIn(survey), attempts: 0 };
    return [
      { write: this.updateMine({ set: { ...set, ...this.renewedLease(now) } }), onFail: 'lost' },
      ...required(
        keepRejects({
          accountId,
          importId,
          first: batch.first,
          rejected: batch.rejected,
          description,
          now,
        }),
      ),
    ];
  }

  /** Returns the outcomes of all processed rows, with those of the batch. */
  private resultsWith({ counts, rejected }: Batch) {
    return {
      ...addCounts(this.contactImport, counts),
      rejectedSample: addToSample(this.contactImport.rejectedSample, rejected),
    };
  }

  /** Returns what the survey found in the file. */
  private foundIn(survey: FileSurvey) {
    const isDateFormatGiven = this.contactImport.dateFormat !== undefined;
    return {
      ignoredColumns: [...survey.description.ignoredColumns],
      warnings: warningsOf(survey, { isDateFormatGiven }),
      fileDateFormat: survey.reading.dateFormat,
      totalRows: survey.rowCount,
      pacedFrom: this.pacedFrom,
    };
  }

  /** Renews the lease while the file is read, because nothing is written then. */
  private async renew(): Promise<void> {
    const now = this.platform.clock.now();
    if (now.getTime() - this.lastRenewedMs < LEASE_MS / 4) return;
    await this.confirmMine();
  }

  /** @throws ImportLostError */
  private async confirmMine(): Promise<void> {
    const set = this.renewedLease(this.platform.clock.now());
    await this.commitMine({ set });
  }

  private async commitMine(changes: Changes, others: TransactItem[] = []): Promise<void> {
    const result = await commit(this.platform.table, [
      { write: this.updateMine(changes), onFail: 'lost' as const },
      ...required(others),
    ]);
    if (!result.committed) throw new ImportLostError();
  }

  private renewedLease(now: Date) {
    this.lastRenewedMs = now.getTime();
    const { leaseUntil } = newLease({ leaseId: '', now, durationMs: LEASE_MS });
    return { leaseUntil, ...importDue(this.task.importId, leaseUntil) };
  }

  async complete(survey: FileSurvey): Promise<void> {
    const stored = await this.storeRejects(survey.description);
    await this.end(
      { status: 'completed', ...this.foundIn(survey), ...stored },
      {
        isFileKept: this.contactImport.isDryRun,
        isLookedUp: this.carrierLookup && !this.contactImport.isDryRun,
      },
    );
  }

  private async storeRejects(description: FileSurvey['description']) {
    if (this.contactImport.rejected === 0) return {};
    await storeRejectedFile(this.platform, {
      ...this.task,
      description,
      confirmComplete: () => this.confirmMine(),
    });
    const { createdAt } = this.contactImport;
    const days = recordKeptForDays({ createdAt, lastFileAt: this.platform.clock.now().toISOString() });
    return {
      hasRejectedFile: true,
      expiresAtEpochSeconds: retainedUntil(this.retentionDays, createdAt, days),
    };
  }

  async fail(errorMessage: string): Promise<void> {
    await this.end({ status: 'failed', errorMessage }, { isFileKept: false });
  }

  private async end(
    set: Record<string, unknown>,
    { isFileKept, isLookedUp = false }: { isFileKept: boolean; isLookedUp?: boolean },
  ): Promise<void> {
    const { clock, ids } = this.platform;
    const { accountId, id: transferId, turn } = this.contactImport;
    const now = clock.now();
    const remove = ['leaseId', 'leaseUntil', 'gsi1pk', 'gsi1sk', 'turn'];
    await this.commitMine({ set: { ...set, completedAt: now.toISOString() }, remove }, [
      ...endTurn({ task: { accountId, transferId }, turn, outboxId: ids.next('out'), now }),
      ...(isLookedUp
        ? [putLookUps({ accountId, importId: transferId, outboxId: ids.next('out'), now })]
        : []),
    ]);
    await removeLeftovers(this.platform, { ...this.task, isFileKept });
  }

  /** Releases the lease and has another call continue at once. */
  async pause(): Promise<void> {
    const { ids, table, clock } = this.platform;
    const { accountId, importId } = this.task;
    const now = clock.now();
    const dueAt = new Date(now.getTime() + LEASE_MS).toISOString();
    const entry = { kind: 'transfer', accountId, transferId: importId } as const;
    await commit(table, [
      {
        write: this.updateMine({ set: importDue(importId, dueAt), remove: ['leaseId', 'leaseUntil'] }),
        onFail: 'lost' as const,
      },
      ...required([putIntoOutbox({ id: ids.next('out'), entry, now })]),
    ]);
  }

  /** Builds a write that is refused when another worker has the lease, or the import was cancelled. */
  private updateMine(changes: Changes) {
    const { accountId, importId } = this.task;
    const { ConditionExpression, values } = leaseIsMine(this.contactImport);
    return {
      Update: {
        Key: importItem.key({ accountId, importId }),
        ...updateExpression(changes, { values }),
        ConditionExpression,
      },
    };
  }
}
