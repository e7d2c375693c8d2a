import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { countsToday } from '../../../../../shared/accounts/daily-quota';
import { type ConsentLogEntry, membershipLog } from '../../../../../shared/audience/consent/consent-log';
import { optInContact, optOutContact } from '../../../../../shared/audience/consent/opt-out-contact';
import { readContact } from '../../../../../shared/audience/contacts/contact';
import { ServiceError } from '../../../../../shared/errors/service-error';
import { addMembership } from '../../../../../shared/audience/consent/add-membership';
import { removeMembership } from '../../../../../shared/audience/consent/remove-membership';
import { type Keyword, readKeyword } from '../../../../../shared/inbound/keyword';
import { receiveInbound } from '../../../../../shared/inbound/receive-inbound';
import { readMessage } from '../../../../../shared/messages/message';
import { readOutboxItem } from '../../../../../shared/outbox/outbox';
import {
  accountKey,
  accountNumberKey,
  contactKey,
  groupKey,
  inboundKey,
  messageKey,
  numberOwnerKey,
} from '../../../../../shared/platform/store/keys';
import type { Item } from '../../../../../shared/platform/store/item';
import type { Table } from '../../../../../shared/platform/store/table';
import { consentPlatform, groupEventsOf } from '../../../../support/audience/consent-fixture';
import { readOutbox } from '../../../../support/engines/outbox-items';
import { Crash, type CrashPlan, crashingTable } from '../../../../support/faults/faulty-client';
import { ConsentModel } from './consent-model';

/** Phones, of which the last two are one phone of Argentina. */
export const PHONES = ['+12125550101', '+12125550102', '+5491155550103', '+541155550103'];
const OTHER_SPELLING = new Map([
  ['+5491155550103', '+541155550103'],
  ['+541155550103', '+5491155550103'],
]);
export const GROUPS = ['grp_a', 'grp_b', 'grp_c'];
const GROUPS_WITH_MESSAGE = new Set(['grp_a']);
const SENDER_LENGTH = 7;

/** Command. `crash`: the process dies there, once, and the same command is repeated. */
export type Command = { phone: string; crash: CrashPlan | undefined } & (
  | { type: 'enrol'; group: string; mode: 'DIRECT' | 'CONFIRM' | 'SILENT' }
  | { type: 'remove'; group: string }
  /** `postponed`: after a crash, other commands run before the queue delivers the text again. */
  | { type: 'text'; body: string; copies: number; postponed: boolean }
  /** Delivers an earlier text once more. */
  | { type: 'redeliver'; which: number }
  | { type: 'kiosk' }
  | { type: 'form' }
  /** Lets time pass. */
  | { type: 'wait'; ms: number }
);

interface SentText {
  id: string;
  phone: string;
  body: string;
  at: Date;
  isInModel: boolean;
  /** True: it was removed from the queue, after a delivery without a crash. */
  isDone: boolean;
}

export interface WorldState {
  /** Codes of the enrolments, in their order. */
  codes: Array<number | undefined>;
  contacts: Array<{ active: string[]; pending: string[]; refusedAt: string | undefined }>;
  counts: number[];
  events: string[];
  /** Number of events of inbound texts. */
  received: number;
  today: { used: number; freeTexts: number };
  texts: string[];
  log: string[];
}

/** Document client, and the table through it. */
export interface Storage {
  client: DynamoDBDocumentClient;
  table: Table;
}

let accounts = 0;

/** Account on the real engine, and its model; every command runs on both. */
export class ConsentWorld {
  readonly model: ConsentModel;
  private readonly accountId = `acc_${++accounts}`;
  private readonly sender = `+1206${String(accounts).padStart(SENDER_LENGTH, '0')}`;
  private readonly texts: SentText[] = [];
  private readonly codes: Array<number | undefined> = [];
  private readonly expectedCodes: Array<number | undefined> = [];
  private readonly crashing;
  private readonly platform;

  constructor(
    private readonly storage: Storage,
    private readonly bounds: { dailyQuota: number; freeTexts: number },
  ) {
    this.model = new ConsentModel(PHONES, {
      groupsWithMessage: GROUPS_WITH_MESSAGE,
      ...bounds,
      otherSpelling: OTHER_SPELLING,
    });
    this.crashing = crashingTable(storage.client, storage.table.name);
    this.platform = consentPlatform(this.crashing.table);
  }

  async seed(): Promise<void> {
    const { accountId, sender } = this;
    const at = this.platform.clock.now().toISOString();
    await this.storage.table.batchPut([
      {
        ...{ ...accountKey(accountId), id: accountId, name: 'Acme', createdAt: at },
        ...{ smsCredits: 0, mmsCredits: 0, freeTexts: this.bounds.freeTexts },
      },
      { ...numberOwnerKey(sender), accountId },
      { ...accountNumberKey(accountId, sender), number: sender, accountId, status: 'Active', createdAt: at },
      ...GROUPS.map((id) => ({
        ...groupKey(accountId, id),
        ...{ id, accountId, name: id, optInType: 'SINGLE', createdAt: at },
        ...(GROUPS_WITH_MESSAGE.has(id) && { optInMessage: `Welcome to ${id}` }),
      })),
      ...PHONES.map((phoneNumber) => ({
        ...contactKey(accountId, phoneNumber),
        ...{
          id: `con_${phoneNumber.slice(1)}`,
          accountId,
          phoneNumber,
          memberships: {},
          pendingMemberships: {},
        },
        ...{ version: 1, createdAt: at, updatedAt: at },
      })),
    ]);
  }

  async run(command: Command): Promise<void> {
    this.platform.advance(1000);
    const { phone } = command;
    const now = this.platform.clock.now();
    switch (command.type) {
      case 'enrol': {
        this.expectedCodes.push(this.model.enrol(phone, command, now));
        this.codes.push(await this.codeOf(command.crash, () => this.enrol(command)));
        return;
      }
      case 'remove':
        this.model.remove(phone, command.group);
        await this.codeOf(command.crash, () =>
          removeMembership(this.platform, {
            ...this.request(phone, command.group),
            account: { id: this.accountId },
          }),
        );
        return;
      case 'text': {
        const text = {
          id: `in-${this.texts.length}`,
          phone,
          body: command.body,
          at: now,
          isInModel: false,
          isDone: false,
        };
        this.texts.push(text);
        await this.send(text, command);
        return;
      }
      case 'redeliver': {
        const text = this.texts[command.which % Math.max(1, this.texts.length)];
        if (text) await this.send(text, { crash: command.crash, copies: 1, postponed: false });
        return;
      }
      case 'kiosk':
        this.model.refuse(phone, 'KIOSK', now.toISOString());
        await this.codeOf(command.crash, () =>
          optOutContact(this.platform, { ...this.address(phone), source: 'kiosk' }),
        );
        return;
      case 'form':
        this.model.agree(phone, 'FORM', now.toISOString());
        await this.codeOf(command.crash, () => optInContact(this.platform, this.address(phone)));
        return;
      case 'wait':
        this.platform.advance(command.ms);
        return;
    }
  }

  /** Delivers the rest of the queue, and returns the actual and the expected state. */
  async compare(): Promise<{ actual: WorldState; expected: WorldState }> {
    for (const text of this.texts) {
      if (!text.isDone) await this.send(text, { crash: undefined, copies: 1, postponed: false });
    }
    const [contacts, groups, outbox, log, today] = await Promise.all([
      this.readContacts(),
      this.storage.table.batchGet(GROUPS.map((group) => groupKey(this.accountId, group))),
      this.takeOutbox(),
      this.readLog(),
      countsToday(this.platform, this.accountId),
    ]);
    return {
      actual: {
        codes: this.codes,
        contacts,
        counts: groups.map((item) => (item?.contactCount as number | undefined) ?? 0),
        ...outbox,
        today: { used: today.used, freeTexts: today.freeTexts },
        log,
      },
      expected: {
        codes: this.expectedCodes,
        contacts: PHONES.map((phone) => this.model.contactState(phone)),
        counts: GROUPS.map((group) => this.model.count(group)),
        events: [...this.model.events].sort(),
        received: this.texts.length,
        today: {
          used: this.model.usedOn(this.platform.clock.now()),
          freeTexts: this.model.freeTextsOn(this.platform.clock.now()),
        },
        texts: [...this.model.texts].sort(),
        log: [...this.model.log].sort(),
      },
    };
  }

  /**
   * Checks the rules that hold in whatever order concurrent commands took effect.
   *
   * @returns sentences about the violations
   */
  async findViolations(): Promise<string[]> {
    const [contacts, groups, { events, texts }, today] = await Promise.all([
      this.readContacts(),
      this.storage.table.batchGet(GROUPS.map((group) => groupKey(this.accountId, group))),
      this.takeOutbox(),
      countsToday(this.platform, this.accountId),
    ]);
    const violations = findTextViolations(texts, { today, ...this.bounds });
    for (const { active, pending, refusedAt } of contacts) {
      if (pending.length > 1) violations.push('pending in two groups');
      if (refusedAt !== undefined && active.length + pending.length > 0) {
        violations.push('in groups that it has opted out of');
      }
    }
    for (const [index, group] of GROUPS.entries()) {
      const members = contacts.filter(({ active }) => active.includes(group)).length;
      const count = (groups[index]?.contactCount as number | undefined) ?? 0;
      const ofGroup = events.filter((event) => event.includes(` ${group} `));
      const joined = ofGroup.filter((event) => event.startsWith('in ')).length;
      const left = ofGroup.length - joined;
      if (count !== members) violations.push(`${count} counted, ${members} members`);
      if (joined - left !== members) violations.push(`${joined} joined, ${left} left, ${members} members`);
    }
    return violations;
  }

  private async send(
    text: SentText,
    options: { crash: CrashPlan | undefined; copies: number; postponed: boolean },
  ): Promise<void> {
    const keyword: Keyword | undefined = readKeyword(text.body);
    const hasCrashed = await this.crashes(options.crash, () => this.deliver(text));
    const isMarked = hasCrashed && (await this.isMarked(text));
    const isOver = !hasCrashed || isMarked || !options.postponed;
    if (isOver && !text.isInModel) {
      text.isInModel = true;
      this.model.say(text.phone, keyword, {
        saidAt: text.at.toISOString(),
        now: this.platform.clock.now(),
      });
    }
    if (!hasCrashed) text.isDone = true;
    if (hasCrashed && options.postponed) return;
    if (hasCrashed || options.copies > 1) {
      await Promise.all(Array.from({ length: options.copies }, () => this.deliver(text)));
      text.isDone = true;
    }
  }

  private deliver(text: SentText): Promise<void> {
    return receiveInbound(
      this.platform,
      { providerMessageId: text.id, rawFrom: text.phone, to: this.sender, body: text.body },
      text.at,
    );
  }

  private async isMarked(text: SentText): Promise<boolean> {
    return (await this.storage.table.get(inboundKey(this.accountId, text.id))) !== undefined;
  }

  private enrol(command: Extract<Command, { type: 'enrol' }>) {
    const request = this.request(command.phone, command.group);
    return addMembership(this.platform, { ...request, optInMode: command.mode });
  }

  private request(phoneNumber: string, groupId: string) {
    const account = {
      id: this.accountId,
      name: 'Acme',
      silentOptIn: true,
      retentionDays: 90,
      enforceOptInType: false,
      defaultNumber: this.sender,
      countries: ['US' as const, 'AR' as const],
      countryBudgets: {},
      approvalEmails: [],
      countryJumpStop: false,
      messageFeedback: false,
      trackLastTexted: false,
      createdAt: '2026-03-01T12:00:00.000Z',
      ...this.bounds,
    };
    return { account, phoneNumber, groupId, actor: { type: 'api' as const } };
  }

  private address(phoneNumber: string) {
    return { accountId: this.accountId, phoneNumber };
  }

  /** Repeats a command after a crash, as a client does. @returns the code of a refusal */
  private async codeOf(
    crash: CrashPlan | undefined,
    call: () => Promise<unknown>,
  ): Promise<number | undefined> {
    try {
      if (!(await this.crashes(crash, call))) return undefined;
      await call();
      return undefined;
    } catch (error) {
      if (error instanceof ServiceError) return error.code;
      throw error;
    }
  }

  private async crashes(crash: CrashPlan | undefined, call: () => Promise<unknown>): Promise<boolean> {
    this.crashing.plan.current = crash && { ...crash };
    try {
      await call();
      return false;
    } catch (error) {
      if (error instanceof Crash) return true;
      throw error;
    } finally {
      this.crashing.plan.current = undefined;
    }
  }

  private async readContacts() {
    const items = await this.storage.table.batchGet(PHONES.map((phone) => contactKey(this.accountId, phone)));
    return items.map((item) => {
      const { memberships, pendingMemberships, hardOptOut } = readContact(item as Item);
      return {
        active: Object.keys(memberships).sort(),
        pending: Object.keys(pendingMemberships).sort(),
        refusedAt: hardOptOut?.againAt ?? hardOptOut?.at,
      };
    });
  }

  private async readLog(): Promise<string[]> {
    const logs = await Promise.all(
      PHONES.map(async (phoneNumber) => {
        const lines = await membershipLog(this.storage.table, this.address(phoneNumber));
        return lines
          .filter(isFirstTold)
          .map(({ action, reason, groupId }) =>
            [phoneNumber, action, reason, groupId].filter((part) => part !== undefined).join(' '),
          );
      }),
    );
    return logs.flat().sort();
  }

  /** Returns what the relay would send, and empties the outbox, as the relay does. */
  private async takeOutbox(): Promise<{ events: string[]; received: number; texts: string[] }> {
    const items = await readOutbox(this.storage.table);
    const events: string[] = [];
    let received = 0;
    const messageIds: string[] = [];
    for (const item of items) {
      const { entry } = readOutboxItem(item);
      if (entry.kind === 'message') messageIds.push(entry.messageId);
      if (entry.kind === 'event' && entry.event.detailType === 'messaging.message.received') received++;
      for (const event of groupEventsOf(entry)) {
        const which = `${event.contact.phoneNumber} ${event.group.id}`;
        events.push(
          event.type === 'contacts.group.opted_in'
            ? `in ${which} ${event.optInMode}`
            : `out ${which} ${event.reason}`,
        );
      }
    }
    const messages =
      messageIds.length === 0 ? [] : await this.storage.table.batchGet(messageIds.map(messageKey));
    await this.storage.table.batchDelete(items);
    const texts = messages.map((item) => {
      const { to, purpose, body } = readMessage(item as Item);
      const group = GROUPS.find((name) => body.includes(name));
      return [to, purpose, group].filter((part) => part !== undefined).join(' ');
    });
    return { events: events.sort(), received, texts: texts.sort() };
  }
}

/** Finds too many texts. The tests do not wait a day or an hour, so every limit applies to all texts together. */
function findTextViolations(
  texts: string[],
  bounds: { today: { used: number; freeTexts: number }; dailyQuota: number; freeTexts: number },
): string[] {
  const { today, dailyQuota, freeTexts } = bounds;
  const optInTexts = texts.filter((text) => text.includes(' optIn'));
  const violations: string[] = [];
  for (const text of new Set(optInTexts.filter((line) => line.includes(' optInConfirmation')))) {
    if (texts.filter((other) => other === text).length > 3) violations.push(`more than 3 times ${text}`);
  }
  if (optInTexts.length !== today.used) {
    violations.push(`${optInTexts.length} opt-in texts, ${today.used} counted`);
  }
  if (today.used > dailyQuota) violations.push(`${today.used} of ${dailyQuota}`);
  if (today.freeTexts > freeTexts) violations.push(`${today.freeTexts} of ${freeTexts} free texts`);
  // Answers to STOP do not count.
  const answers = texts.length - optInTexts.length;
  const answersCounted = today.freeTexts - optInTexts.length;
  if (answersCounted < 0 || answersCounted > answers) {
    violations.push(`${texts.length} texts, ${today.freeTexts} of them counted as free`);
  }
  return violations;
}

/**
 * Returns true for the first entry of an opt-out. An operator whose command died may repeat the opt-out of a contact
 * that is opted out, with the same time.
 */
function isFirstTold(
  { action, reason, at }: ConsentLogEntry,
  index: number,
  lines: ConsentLogEntry[],
): boolean {
  const isKiosk = action === 'HARD_OPT_OUT' && reason === 'KIOSK';
  return (
    !isKiosk ||
    !lines.slice(0, index).some((line) => line.action === action && line.reason === reason && line.at === at)
  );
}
