import { type Message, readMessage } from '../../shared/messages/message';
import { messageKey } from '../../shared/platform/store/keys';
import type { SendingFixture, AnsweredSend } from '../support/sending/sending-fixture';

const WINDOW_MS = 48 * 60 * 60 * 1000;

/** Request of a caller with its answer. */
interface Request {
  key: string | undefined;
  startedAtMs: number;
  /** Number of messages that the provider had when it started, and when it ended. */
  takenBefore: number;
  takenAfter: number;
  /** Absent when the handler died. */
  outcome: AnsweredSend | undefined;
}

/** Model of a sequence of sends, as callers see it, which finds violations of the contract. */
export class SingleSendModel {
  private readonly requests: Request[] = [];
  /** Times at which the provider took messages, and the messages whose answer was lost. */
  private readonly takenAtMs = new Map<string, number>();
  private readonly lostAnswers = new Set<string>();

  constructor(
    private readonly sending: SendingFixture,
    private readonly credits: { sms: number; mms: number },
  ) {
    const { provider } = sending;
    const send = provider.send.bind(provider);
    provider.send = async (message) => {
      const takenBefore = provider.taken.length;
      try {
        const answer = await send(message);
        if (answer.outcome === 'unknown') this.lostAnswers.add(message.messageId);
        return answer;
      } finally {
        if (provider.taken.length > takenBefore) {
          this.takenAtMs.set(message.messageId, sending.clock.now().getTime());
        }
      }
    };
  }

  get takenIds(): string[] {
    return this.sending.provider.taken.map(({ messageId }) => messageId);
  }

  async request(key: string | undefined, send: () => Promise<AnsweredSend>): Promise<void> {
    const { provider, clock } = this.sending;
    const request: Request = {
      key,
      startedAtMs: clock.now().getTime(),
      takenBefore: provider.taken.length,
      takenAfter: provider.taken.length,
      outcome: undefined,
    };
    this.requests.push(request);
    try {
      request.outcome = await send();
    } finally {
      request.takenAfter = provider.taken.length;
    }
  }

  /** Returns the violations once all sends are settled; empty when all is well. */
  async findViolations(): Promise<string[]> {
    const items = await this.sending.table.batchGet(this.sending.messageIds.map(messageKey));
    const messages = items.filter((item) => item !== undefined).map(readMessage);
    return [
      ...this.checkHandOvers(messages),
      ...this.checkKeys(messages),
      ...this.checkReplays(),
      ...(await this.checkCredits(messages)),
    ];
  }

  private checkHandOvers(messages: Message[]): string[] {
    const { takenIds } = this;
    const violations: string[] = [];
    if (new Set(takenIds).size !== takenIds.length) violations.push('a message was taken twice');
    for (const { id, status, phase, errorType } of messages) {
      const isTaken = takenIds.includes(id);
      const isUnknown = status === 'unknown';
      if (phase !== 'settled' || status === 'queued') violations.push(`${id} is not settled: ${phase}`);
      if (isTaken && status !== 'sent' && !isUnknown) violations.push(`${id} was taken and is ${errorType}`);
      if (!isTaken && status === 'sent') violations.push(`${id} is sent and was never taken`);
    }
    return violations;
  }

  /** Finds second hand-overs under a key within its window, unless the caller could know that the first may be lost. */
  private checkKeys(messages: Message[]): string[] {
    const violations: string[] = [];
    const lastTaken = new Map<string, string>();
    const keyOf = new Map(messages.map(({ id, idempotencyKey }) => [id, idempotencyKey]));
    for (const [index, id] of this.takenIds.entries()) {
      const key = keyOf.get(id);
      if (key === undefined) continue;
      const earlier = lastTaken.get(key);
      lastTaken.set(key, id);
      if (earlier === undefined) continue;
      const sinceMs = (this.takenAtMs.get(id) ?? 0) - (this.takenAtMs.get(earlier) ?? 0);
      if (sinceMs < WINDOW_MS && !this.isRetryAllowed({ key, earlier, later: index })) {
        violations.push(`${key}: ${id} was taken after ${earlier} without word to the caller`);
      }
    }
    return violations;
  }

  private isRetryAllowed(options: { key: string; earlier: string; later: number }): boolean {
    const { key, earlier, later } = options;
    const takenIndex = this.takenIds.indexOf(earlier);
    return this.requests.some((request) => {
      if (request.key !== key || request.takenBefore > later) return false;
      const { outcome } = request;
      if (outcome) {
        return (
          'body' in outcome && outcome.body.id === earlier && outcome.body.errorType === 'outcome_unknown'
        );
      }
      // The request that would have got the answer died: its own, whose answer from the provider was lost, or the first
      // retry after a death.
      const isOwn = request.takenBefore <= takenIndex && takenIndex < request.takenAfter;
      return isOwn ? this.lostAnswers.has(earlier) : request.takenBefore > takenIndex;
    });
  }

  /**
   * Finds replays that differ. A caller that got an answer for a sent message gets the same answer again. Only `queued`
   * may turn into `sent`, when its outcome was unknown for a while and a caller was told so, or died when being told.
   */
  private checkReplays(): string[] {
    const violations: string[] = [];
    const first = new Map<string, { key: string | undefined; body: Record<string, string> }>();
    for (const { key, outcome } of this.requests) {
      const body = outcome && 'body' in outcome ? outcome.body : undefined;
      if (!outcome || body?.errorType === 'outcome_unknown') {
        for (const [id, answer] of first) {
          if (answer.key === key && answer.body.status === 'queued') first.delete(id);
        }
      }
      if (!body || body.status === 'failed') continue;
      const { id = '' } = body;
      const earlier = first.get(id);
      if (earlier && JSON.stringify(earlier.body) !== JSON.stringify(body)) {
        violations.push(`${id} was replayed differently: ${JSON.stringify(body)}`);
      }
      first.set(id, { key, body });
    }
    return violations;
  }

  private async checkCredits(messages: Message[]): Promise<string[]> {
    const violations: string[] = [];
    const left = await this.sending.credits();
    const paid = { sms: 0, mms: 0 };
    const attempted = new Set<string>();
    for (const { id, status, charge, mediaUrl, idempotencyKey: key } of messages) {
      const mayHaveGoneOut = status === 'sent' || status === 'unknown';
      if (mayHaveGoneOut) {
        paid.sms += charge.sms;
        paid.mms += charge.mms;
      }
      const isPaidInFull = charge.sms === 2 && charge.mms === (mediaUrl === undefined ? 0 : 1);
      const isRetry = key !== undefined && attempted.has(key);
      if (!isPaidInFull && !isRetry) violations.push(`${id} was not charged`);
      if (mayHaveGoneOut && key !== undefined) attempted.add(key);
    }
    const { sms, mms } = this.credits;
    if (left.sms !== sms - paid.sms || left.mms !== mms - paid.mms) {
      violations.push(
        `balances are ${JSON.stringify(left)} after ${JSON.stringify(paid)} of ${sms} and ${mms}`,
      );
    }
    if (left.sms < 0 || left.mms < 0) violations.push('a balance is below zero');
    return violations;
  }
}
