import fc from 'fast-check';
import { ERROR_CODES } from '../../shared/errors/error-codes';
import { forEachAtOnce } from '../../shared/platform/at-once';
import { findFaults, findRawFaults } from './check-answer';
import { type FuzzRequest, type RawRequest, toCurl, toNetcat } from './fuzz-request';
import { hostileRequest } from './hostile-requests';
import { rawRequest, slowRequests } from './raw-requests';
import { type Answer, sendRaw, sendRequest } from './send-request';
import { findDifference, type TableReader } from './table-state';
import { type ValidRequest, validReads, validWrites } from './valid-requests';
import type { World } from './world';

export interface Fault {
  what: string;
  replay: string;
}

export interface FuzzOptions {
  baseUrl: string;
  world: World;
  table: TableReader;
  isRunning(): boolean;
  onFault(fault: Fault): void;
}

const AT_ONCE = 16;
const RAW_SHARE = 0.04;
const SLOW_EVERY_BATCHES = 20;
const SLOWEST_KEPT = 3;
const ATTEMPTS_TO_COMPARE = 3;

/** Run that sends hostile requests in batches, and checks the answers and the table after each. */
export class FuzzRun {
  readonly counts = new Map<string, number>();
  readonly faults: Fault[] = [];
  /** Slowest answers, by which requests that block the service are found. */
  readonly slowest: Array<{ ms: number; replay: string }> = [];
  sent = 0;
  #anchors: ReadonlySet<string> = new Set();

  constructor(private readonly options: FuzzOptions) {}

  async prepare(): Promise<void> {
    const page = await fetch(`${this.options.baseUrl}/docs/errors`);
    this.#anchors = new Set([...(await page.text()).matchAll(/id="(\d+)"/g)].map(([, code]) => code ?? ''));
    const missing = Object.keys(ERROR_CODES).filter((code) => !this.#anchors.has(code));
    if (missing.length > 0) this.#report(`The error reference has no anchor for ${missing.join(', ')}`, '');
  }

  async runBatch(batch: { index: number; seed: number; size: number }): Promise<void> {
    const { world, table } = this.options;
    const { seed, size, index } = batch;
    const rawCount = Math.ceil(size * RAW_SHARE);
    const hostile = fc.sample(hostileRequest(world), { seed, numRuns: size - rawCount });
    const raw = fc.sample(rawRequest(world), { seed, numRuns: rawCount });
    const slow = index % SLOW_EVERY_BATCHES === 0 ? slowRequests(world) : [];

    // 1. Valid requests work, and their work ends.
    for (const valid of validWrites(world, index)) await this.#expectValid(valid);
    let before = await table.settledState();

    // 2. Sends hostile requests, with valid reads among them.
    const reads = validReads(world);
    const rejected: FuzzRequest[] = [];
    let hasChanges = false;
    await atOnce([
      ...[...raw, ...slow].map((request) => () => this.#sendRaw(request)),
      ...hostile.map((request, position) => async () => {
        const answer = await this.#sendHostile(request);
        if (answer === undefined) return;
        const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
        if (answer.status >= 400) rejected.push(request);
        else if (isWrite) hasChanges = true;
        const read = reads[position % reads.length];
        if (read && position % 25 === 0) await this.#expectValid(read);
      }),
    ]);

    // 3. Checks that refused requests have changed nothing. When others of the batch were accepted, or their work was
    // late, the refused ones are sent once more alone: a change of their own would happen again.
    let after = await table.settledState();
    let difference = hasChanges ? 'Not compared yet' : findDifference(before, after);
    for (let attempt = 1; difference !== undefined && attempt <= ATTEMPTS_TO_COMPARE; attempt++) {
      before = after;
      await atOnce(rejected.map((request) => async () => void (await this.#sendHostile(request))));
      after = await table.settledState();
      difference = findDifference(before, after);
    }
    if (difference !== undefined) {
      this.#report(`Refused requests have changed the table: ${difference}`, `--seed ${seed} --requests 1`);
    }
    if (!this.options.isRunning()) this.#report('The service has ended', `--seed ${seed} --requests 1`);
  }

  async #sendHostile(request: FuzzRequest): Promise<Answer | undefined> {
    const { baseUrl, world } = this.options;
    const replay = () => toCurl(baseUrl, request);
    try {
      const startedMs = performance.now();
      const answer = await sendRequest(baseUrl, request);
      this.#noteTime(performance.now() - startedMs, request);
      this.#count(request.kind, answer.status);
      for (const fault of findFaults({ request, answer, world, anchors: this.#anchors })) {
        this.#report(`${request.kind}: ${fault}`, replay());
      }
      return answer;
    } catch (error) {
      this.#count(request.kind, 0);
      this.#report(`${request.kind}: ${(error as Error).message}`, replay());
      return undefined;
    }
  }

  async #sendRaw(request: RawRequest): Promise<void> {
    const outcome = await sendRaw(this.options.baseUrl, request);
    this.#count(request.kind, typeof outcome === 'string' ? outcome : outcome.status);
    for (const fault of findRawFaults(outcome)) {
      this.#report(`${request.kind}: ${fault}`, toNetcat(this.options.baseUrl, request));
    }
  }

  async #expectValid({ request, status }: ValidRequest): Promise<void> {
    const answer = await this.#sendHostile(request);
    if (answer && answer.status !== status) {
      this.#report(
        `A valid request was answered with ${answer.status}: ${answer.text.slice(0, 300)}`,
        toCurl(this.options.baseUrl, request),
      );
    }
  }

  #noteTime(ms: number, request: FuzzRequest): void {
    if (this.slowest.length === SLOWEST_KEPT && ms < (this.slowest.at(-1)?.ms ?? 0)) return;
    this.slowest.push({ ms, replay: toCurl(this.options.baseUrl, request) });
    this.slowest.sort((a, b) => b.ms - a.ms);
    this.slowest.length = Math.min(this.slowest.length, SLOWEST_KEPT);
  }

  #count(kind: string, status: number | string): void {
    this.sent++;
    const key = `${kind}: ${status}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  #report(what: string, replay: string): void {
    this.faults.push({ what, replay });
    this.options.onFault({ what, replay });
  }
}

const atOnce = (tasks: Array<() => Promise<void>>) => forEachAtOnce(tasks, AT_ONCE, (task) => task());
