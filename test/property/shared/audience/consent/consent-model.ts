import type { Keyword } from '../../../../../shared/inbound/keyword';

/** Time by which a text may seem older than it is. */
const CLOCKS_DIFFER_BY_MS = 5_000;
const CONFIRMED_WITHIN_MS = 5 * 60_000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Simple model of rules 3.3 and 3.4, and of the texts of E7: the expected state of a few contacts and groups after a
 * sequence of commands. It has no transactions, versions or storage.
 */
export class ConsentModel {
  private readonly contacts = new Map<string, ModelContact>();
  readonly events: string[] = [];
  readonly texts: string[] = [];
  readonly log: string[] = [];
  /** Number of opt-in texts by UTC day. */
  private readonly textsOfDay = new Map<string, number>();
  /** Number of opt-in texts and answers to HELP by UTC day. */
  private readonly freeTextsOfDay = new Map<string, number>();
  /** Confirmation requests to contacts, with their times. */
  private readonly asked: Array<{ phone: string; group: string; at: Date }> = [];
  private readonly helpAnsweredAt = new Map<string, Date>();

  constructor(
    phones: string[],
    private readonly rules: {
      groupsWithMessage: ReadonlySet<string>;
      dailyQuota: number;
      freeTexts: number;
      /** Other form of a phone's number, if it has two. */
      otherSpelling: ReadonlyMap<string, string>;
    },
  ) {
    for (const phone of phones) this.contacts.set(phone, { active: new Set(), pending: new Map() });
  }

  /** @returns the code of the refusal */
  enrol(
    phone: string,
    enrolment: { group: string; mode: 'DIRECT' | 'CONFIRM' | 'SILENT' },
    at: Date,
  ): number | undefined {
    const { group, mode } = enrolment;
    const contact = this.contact(phone);
    if (contact.refusedAt !== undefined) return 33035;
    if (contact.active.has(group)) return undefined;
    if ([...contact.pending.keys()].some((other) => other !== group)) return 33036;
    if (mode === 'CONFIRM') {
      if (contact.pending.has(group)) return undefined;
      const askedBefore = this.asked.filter(
        (asked) =>
          asked.phone === phone && asked.group === group && at.getTime() - asked.at.getTime() < DAY_MS,
      );
      if (askedBefore.length >= 3) return 33109;
      const refused = this.takeOptInText(at);
      if (refused !== undefined) return refused;
      this.asked.push({ phone, group, at });
      contact.pending.set(group, at);
      this.texts.push(`${phone} optInConfirmation ${group}`);
      this.log.push(`${phone} OPT_IN_REQUESTED USER_ADDED ${group}`);
      return undefined;
    }
    const hasText = mode === 'DIRECT' && this.rules.groupsWithMessage.has(group);
    const refused = hasText ? this.takeOptInText(at) : undefined;
    if (refused !== undefined) return refused;
    this.join(phone, group, mode);
    this.log.push(`${phone} OPT_IN USER_ADDED ${group}`);
    if (hasText) this.texts.push(`${phone} optInMessage ${group}`);
    return undefined;
  }

  remove(phone: string, group: string): void {
    const contact = this.contact(phone);
    if (contact.active.delete(group)) {
      this.events.push(`out ${phone} ${group} MANUAL_REMOVAL`);
      this.log.push(`${phone} MANUAL_REMOVAL USER_REMOVED ${group}`);
    }
    if (contact.pending.delete(group)) this.log.push(`${phone} PENDING_REMOVED USER_REMOVED ${group}`);
  }

  /** @param times when it was sent, and when it takes effect */
  say(phone: string, keyword: Keyword | undefined, { saidAt, now }: { saidAt: string; now: Date }): void {
    switch (keyword) {
      case 'stop':
        if (
          now.getTime() - Date.parse(saidAt) < CONFIRMED_WITHIN_MS &&
          this.spellingsOf(phone).some((spelling) => this.contact(spelling).refusedAt === undefined)
        ) {
          this.texts.push(`${phone} keywordReply`);
        }
        this.refuse(phone, 'STOP', saidAt);
        break;
      case 'help': {
        const answeredAt = this.helpAnsweredAt.get(phone);
        if (answeredAt && now.getTime() - answeredAt.getTime() < HOUR_MS) break;
        if (!this.takeFreeText(now)) break;
        this.helpAnsweredAt.set(phone, now);
        this.texts.push(`${phone} keywordReply`);
        break;
      }
      case 'yes':
      case 'start':
      case 'unstop':
        this.agree(phone, keyword.toUpperCase(), saidAt);
        break;
      case undefined:
        break;
    }
  }

  refuse(phone: string, reason: string, at: string): void {
    for (const spelling of this.spellingsOf(phone)) this.refuseOne(spelling, reason, at);
  }

  private refuseOne(phone: string, reason: string, at: string): void {
    const contact = this.contact(phone);
    if (contact.refusedAt !== undefined) {
      if (at > contact.refusedAt) contact.refusedAt = at;
      if (reason !== contact.reason) this.log.push(`${phone} HARD_OPT_OUT ${reason}`);
      return;
    }
    contact.refusedAt = at;
    contact.reason = reason;
    this.log.push(`${phone} HARD_OPT_OUT ${reason}`);
    for (const group of contact.pending.keys()) this.log.push(`${phone} PENDING_REMOVED ${reason} ${group}`);
    for (const group of contact.active) {
      this.events.push(`out ${phone} ${group} ${reason}`);
      this.log.push(`${phone} OPT_OUT ${reason} ${group}`);
    }
    contact.pending.clear();
    contact.active.clear();
  }

  agree(phone: string, source: string, saidAt: string): void {
    for (const spelling of this.spellingsOf(phone)) this.agreeOne(spelling, source, saidAt);
  }

  private agreeOne(phone: string, source: string, saidAt: string): void {
    const contact = this.contact(phone);
    if (contact.refusedAt !== undefined && contact.refusedAt > saidAt) return;
    if (contact.refusedAt !== undefined) this.log.push(`${phone} HARD_OPT_OUT_LIFTED ${source}`);
    contact.refusedAt = undefined;
    if (source !== 'YES') return;
    for (const [group, since] of [...contact.pending]) {
      if (since.getTime() - Date.parse(saidAt) > CLOCKS_DIFFER_BY_MS) continue;
      this.join(phone, group, 'CONFIRM');
      this.log.push(`${phone} OPT_IN CONTACT_CONFIRMED ${group}`);
    }
  }

  contactState(phone: string) {
    const { active, pending, refusedAt } = this.contact(phone);
    return { active: [...active].sort(), pending: [...pending.keys()].sort(), refusedAt };
  }

  count(group: string): number {
    return [...this.contacts.values()].filter(({ active }) => active.has(group)).length;
  }

  private spellingsOf(phone: string): string[] {
    const other = this.rules.otherSpelling.get(phone);
    return other === undefined ? [phone] : [phone, other];
  }

  usedOn(at: Date): number {
    return this.textsOfDay.get(dayOf(at)) ?? 0;
  }

  freeTextsOn(at: Date): number {
    return this.freeTextsOfDay.get(dayOf(at)) ?? 0;
  }

  /** @returns the code of the refusal */
  private takeOptInText(at: Date): number | undefined {
    if (this.freeTextsOn(at) >= this.rules.freeTexts) return 33109;
    const used = this.usedOn(at);
    if (used >= this.rules.dailyQuota) return 33012;
    this.textsOfDay.set(dayOf(at), used + 1);
    this.takeFreeText(at);
    return undefined;
  }

  private takeFreeText(at: Date): boolean {
    const sent = this.freeTextsOn(at);
    if (sent >= this.rules.freeTexts) return false;
    this.freeTextsOfDay.set(dayOf(at), sent + 1);
    return true;
  }

  private join(phone: string, group: string, mode: string): void {
    const contact = this.contact(phone);
    contact.pending.delete(group);
    contact.active.add(group);
    this.events.push(`in ${phone} ${group} ${mode}`);
  }

  private contact(phone: string): ModelContact {
    const contact = this.contacts.get(phone);
    if (!contact) throw new Error('No such contact in the model');
    return contact;
  }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

interface ModelContact {
  active: Set<string>;
  /** Times of the pending memberships, by group. */
  pending: Map<string, Date>;
  refusedAt?: string | undefined;
  /** Reason of the first refusal since the last one was lifted. */
  reason?: string;
}
