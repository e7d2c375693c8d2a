import { decideKey, readKeyRecord } from '../../../shared/sending/idempotency/key-record';
import { type Job, readJob, senderIdOf } from '../../../shared/sending/jobs/job';
import { readJobMessageId } from '../../../shared/sending/jobs/results/job-message-id';
import { IDEMPOTENCY_WINDOW_MS } from '../../../shared/limits';
import { type Message, readMessage } from '../../../shared/messages/message';
import { auditCounts, readProofs, readRecipients } from '../../support/sending/job-books';
import type { Evidence } from './books';
import { isCarried } from './campaign-books';
import type { Taken } from './simulated-provider';

/** Message to one person, of a single send, a job or the service itself, with its end. */
export interface BookedSend {
  messageId: string;
  accountId: string;
  jobId: string | undefined;
  to: string;
  /** Number or sender that was asked for. */
  asked: string;
  /** Identity that the table names; absent when nothing is known of the hand-over of a recipient of a sender's job. */
  from: string | undefined;
  acceptedAtMs: number;
  purpose: Message['purpose'];
  key: string | undefined;
  /** Entry of the way through an automation whose text it is. */
  entry?: string | undefined;
  end: 'sent' | 'unknown' | 'failed' | 'skipped' | 'none';
  /** Reason why a recipient was skipped. */
  reason?: string | undefined;
  /** True: the end is the provider's own answer, and not a later receipt. */
  isFirm: boolean;
  taken: Taken[];
}

export interface HandOvers {
  all: BookedSend[];
  messages: Message[];
  jobs: Job[];
  wrong: string[];
}

/** Reads the messages that were handed over, and finds everything that is wrong about them. */
export async function readHandOvers(evidence: Evidence): Promise<HandOvers> {
  const { items, world } = evidence;
  const takenById = new Map<string, Taken[]>();
  for (const taken of world.provider.taken) {
    const { messageId } = taken.message;
    takenById.set(messageId, [...(takenById.get(messageId) ?? []), taken]);
  }
  const messages = items
    .filter(({ sk }) => sk === 'MESSAGE')
    .map(readMessage)
    .filter(({ direction }) => direction === 'outbound');
  const jobs = items
    .filter(({ sk, pk }) => sk === 'JOB' && pk.startsWith('JOB#'))
    .map(readJob)
    .filter(isCarried(items));
  const all = [
    ...messages.map((message) => ofMessage(message, takenById)),
    ...(await Promise.all(jobs.map(async (job) => ofJob(world.table, job, takenById)))).flat(),
  ];
  const known = new Set(all.map(({ messageId }) => messageId));
  const wrong = [
    ...[...takenById.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `${id} was taken and is no message's`),
    ...all.flatMap(findWrongEnd),
    ...(await Promise.all(jobs.map(async (job) => findWrongCounts(evidence, job)))).flat(),
    ...findTwicePerKey(all, world.plannedMix.jumps > 0),
    ...findHeldKeys(evidence, all),
    ...findNoise(evidence, all),
  ];
  return { all, messages, jobs, wrong };
}

function ofMessage(message: Message, takenById: Map<string, Taken[]>): BookedSend {
  const { id, accountId, to, from, senderId, purpose, status, phase, providerMessageId } = message;
  const end = phase !== 'settled' || status === 'queued' ? 'none' : status;
  return {
    messageId: id,
    accountId,
    jobId: undefined,
    to,
    asked: senderId ?? from,
    from,
    acceptedAtMs: Date.parse(message.createdAt),
    purpose,
    key: message.idempotencyKey,
    end,
    isFirm: end === 'sent' && providerMessageId !== undefined,
    taken: takenById.get(id) ?? [],
  };
}

async function ofJob(
  table: Evidence['world']['table'],
  job: Job,
  takenById: Map<string, Taken[]>,
): Promise<BookedSend[]> {
  const recipients = await readRecipients(table, job);
  const proofs = await readProofs(table, recipients);
  return recipients.map(({ messageId, recipient, result }) => {
    const end = result?.status ?? 'none';
    const isProvenLater = proofs.get(messageId)?.firstAt === new Date(result?.atMs ?? 0).toISOString();
    return {
      messageId,
      accountId: job.accountId,
      jobId: job.id,
      to: recipient.to,
      asked: job.from,
      from: senderIdOf(job) === undefined ? job.from : result?.sentFrom,
      acceptedAtMs: Date.parse(job.createdAt),
      purpose: 'send',
      key: recipient.idempotencyKey,
      entry: recipient.entry,
      end,
      reason: result?.status === 'skipped' ? result.reason : undefined,
      isFirm: end === 'sent' && !isProvenLater,
      taken: takenById.get(messageId) ?? [],
    };
  });
}

function findWrongEnd({ messageId, end, taken }: BookedSend): string[] {
  const wrong: string[] = [];
  if (taken.length > 1) wrong.push(`${messageId} was taken ${taken.length} times`);
  if (end === 'none') wrong.push(`${messageId} was forgotten`);
  if (end === 'sent' && taken.length === 0) wrong.push(`${messageId} is sent and was never taken`);
  if ((end === 'failed' || end === 'skipped') && taken.length > 0) {
    wrong.push(`${messageId} was taken and is ${end}`);
  }
  return wrong;
}

async function findWrongCounts({ world }: Evidence, job: Job): Promise<string[]> {
  return auditCounts(world.table, job, await readRecipients(world.table, job));
}

/**
 * Finds recipients that got two texts under one key while it was consumed. A caller that got an unknown outcome may
 * send again, and its first request may reach the provider last; and a process whose clock jumps over its own lease may
 * be late with a hand-over that counts as unknown by then.
 */
function findTwicePerKey(all: BookedSend[], hasJumps: boolean): string[] {
  const wrong: string[] = [];
  const byKey = new Map<string, BookedSend[]>();
  for (const one of all) {
    if (one.key === undefined || one.taken.length === 0) continue;
    const key = `${one.accountId} ${one.key}`;
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  for (const [key, group] of byKey) {
    const inOrder = group.sort((a, b) => askedAtStep(a) - askedAtStep(b));
    for (const [index, first] of inOrder.entries()) {
      if (!first.isFirm) continue;
      for (const later of inOrder.slice(index + 1)) {
        const sinceMs = takenAtMs(later) - takenAtMs(first);
        const isLateUnknown = hasJumps && later.end === 'unknown';
        if (sinceMs < IDEMPOTENCY_WINDOW_MS && !isLateUnknown) {
          wrong.push(`${key}: ${later.messageId} was taken after ${first.messageId}`);
        }
      }
    }
  }
  return wrong;
}

const askedAtStep = ({ taken }: BookedSend) => taken[0]?.askedAtStep ?? 0;
const takenAtMs = ({ taken }: BookedSend) => taken[0]?.atMs ?? 0;

/**
 * Finds keys in a wrong state. A key is completed by the message that was sent under it, or waits to report an unknown
 * outcome, or is free. A claim for a job's recipient can reach the table after that recipient's end: the next send with
 * the key reads the end first.
 */
function findHeldKeys({ items, world }: Evidence, all: BookedSend[]): string[] {
  const byId = new Map(all.map((one) => [one.messageId, one]));
  const now = world.simulation.now();
  return items
    .filter(({ sk }) => sk === 'IDEMPOTENCY')
    .flatMap((item) => {
      const record = readKeyRecord(item);
      const decision = decideKey(record, now);
      const isOfRequest = !/^IDEMPOTENCY#[^#]+#message#/.test(item.pk);
      const subject = byId.get(record.subjectId);
      const name = `${item.pk} of ${record.subjectId} (${subject?.end})`;
      if (record.state === 'inProgress' && subject && isRecipient(subject)) return [];
      if (decision === 'running') return [`${name} is still held`];
      if (isOfRequest || decision === 'free') return [];
      if (!subject) return [`${name} stands for no message`];
      if (decision === 'replay' && subject.end !== 'sent') return [`${name} is consumed`];
      if (decision === 'outcomeUnknown' && subject.end !== 'unknown') return [`${name} is attempted`];
      return decision === 'abandoned' && subject.end !== 'unknown' ? [`${name} is abandoned`] : [];
    });
}

const isRecipient = ({ messageId }: BookedSend) => readJobMessageId(messageId) !== undefined;

/** Finds messages to a person that began after a STOP was carried out, unless the person has opted in again. */
function findNoise({ traffic, world }: Evidence, all: BookedSend[]): string[] {
  const wrong: string[] = [];
  for (const { id, account, phone, body } of traffic.said) {
    const step = world.carriedOut.get(id);
    const hasReturned = traffic.said.some(
      (other) => other.account === account && other.phone === phone && /^(yes|y|start)$/i.test(other.body),
    );
    if (body !== 'STOP' || step === undefined || hasReturned) continue;
    for (const { accountId, to, purpose, messageId, taken } of all) {
      if (accountId !== account.id || to !== phone || purpose === 'keywordReply') continue;
      if (taken.some(({ processStartedAtStep }) => processStartedAtStep > step)) {
        wrong.push(`${messageId} was sent to ${phone} after its STOP`);
      }
    }
  }
  return wrong;
}
