import {
  type Automation,
  automationItem,
  type AutomationVersion,
  automationVersionItem,
  isSend,
} from '../../../shared/automations/record/automation';
import { readSendId } from '../../../shared/automations/record/send-id';
import { type Person, personItem } from '../../../shared/automations/record/person';
import { campaignItem } from '../../../shared/campaigns/record/campaign';
import type { PlannedAutomation } from './automation-traffic';
import type { Evidence } from './books';
import { findForgottenPeople } from './entry-books';
import type { BookedSend, HandOvers } from './hand-over-books';
import { findSentAfterStop } from './stop-books';
import { findWrongMemberships } from './way-books';

/** Text of a way, with the step that it is of. */
type BookedText = BookedSend & { version: number; step: number };

/** Automation with everything that the table has of it. */
export interface BookedAutomation {
  automation: Automation;
  planned: PlannedAutomation | undefined;
  versions: Map<number, AutomationVersion['plan']>;
  people: Person[];
  texts: BookedText[];
}

/** Finds violations of automations: ways that have no end, texts that are missing or too many, counts, steps. */
export function findWrongAutomations(evidence: Evidence, handOvers: HandOvers): string[] {
  const known = readAutomations(evidence, handOvers);
  const ids = new Set(known.map(({ automation }) => automation.id));
  return [
    ...evidence.traffic.automations
      .filter(({ id }) => !ids.has(id))
      .map(({ id }) => `${id} was answered and is gone`),
    ...known.flatMap((booked) => [
      ...booked.people.flatMap((person) => findWrongWay(evidence, booked, person)),
      ...findForeignTexts(booked),
      ...findWrongCounts(evidence, booked),
      ...findWrongSteps(evidence, booked, handOvers),
      ...findForgottenPeople(evidence, booked),
    ]),
    ...evidence.accounts.flatMap((account) => findWrongMemberships(evidence, known, account)),
  ];
}

function readAutomations({ items, traffic }: Evidence, { all, jobs }: HandOvers): BookedAutomation[] {
  const read = <Value>(store: { entity: string; read: (item: never) => Value }): Value[] =>
    items.filter(({ entity }) => entity === store.entity).map((item) => store.read(item as never));
  const people = read(personItem);
  const versions = read(automationVersionItem);
  const places = new Map(jobs.map(({ id, campaignId }) => [id, readSendId(campaignId)]));
  return read(automationItem).map((automation) => ({
    automation,
    planned: traffic.automations.find(({ id }) => id === automation.id),
    versions: new Map(
      versions
        .filter(({ automationId }) => automationId === automation.id)
        .map(({ version, plan }) => [version, plan]),
    ),
    people: people.filter(({ automationId }) => automationId === automation.id),
    texts: all.flatMap((send) => {
      const place = places.get(send.jobId ?? '');
      return place?.automationId === automation.id ? [{ ...send, ...place }] : [];
    }),
  }));
}

const isOut = ({ end }: BookedSend) => end === 'sent' || end === 'unknown';

/** Finds a way without an end, with a text twice, without one of its texts, or with one behind its end. */
function findWrongWay(
  { accounts, traffic, world }: Evidence,
  { automation, planned, versions, texts }: BookedAutomation,
  person: Person,
): string[] {
  const { phoneNumber, entry, version, status, step: endedAt, reason } = person;
  const name = `${phoneNumber} in ${automation.id} by ${entry}`;
  const plan = versions.get(version);
  if (!plan) return [`${name} is on a version that there is not`];
  if (status === 'waiting') return [`${name} waits for ever`];
  const wrong: string[] = [];
  if (status !== 'completed' && reason === undefined) wrong.push(`${name} is ${status} without a reason`);
  const { isPoor = true } = accounts.find(({ id }) => id === automation.accountId) ?? {};
  const wasLate = isPoor || world.plannedMix.jumps > 0 || world.plannedMix.slow > 0;
  if (reason === 'missed' && !wasLate) wrong.push(`${name} is missed without a reason`);
  const wasStopped = planned?.steps.some(({ verb }) => verb === 'stop');
  if (reason === 'stopped' && !wasStopped && !isPoor) wrong.push(`${name} was stopped by nobody`);
  if (reason === 'condition' && !isFavorite({ accounts, traffic }, automation, phoneNumber))
    wrong.push(`${name} left at a condition that it meets`);
  for (const [step, { send }] of plan.steps.map((one) => ({ send: isSend(one) })).entries()) {
    if (!send) continue;
    const own = texts.filter(
      (text) =>
        text.to === phoneNumber && text.entry === entry && text.version === version && text.step === step,
    );
    if (own.length > 1) wrong.push(`${name} has the text of step ${step} ${own.length} times`);
    const [text] = own;
    if (status === 'completed' && !text) wrong.push(`${name} is completed without the text of step ${step}`);
    if (status === 'completed' && text && !isOut(text) && reason === undefined)
      wrong.push(`${name} is completed, and its text of step ${step} is ${text.end}`);
    if (step > endedAt && text && isOut(text) && reason !== 'opted_out' && status === 'exited')
      wrong.push(`${name} was sent the text of step ${step} behind its end at ${endedAt}`);
  }
  return wrong;
}

/** Returns true for the contacts that a condition of the traffic leaves out. */
function isFavorite(
  { accounts }: Pick<Evidence, 'accounts' | 'traffic'>,
  { accountId }: Automation,
  phone: string,
): boolean {
  return accounts.some(({ id, favorites }) => id === accountId && favorites.includes(phone));
}

/** Finds texts that are of no way, or of another version than the one on which the way is. */
function findForeignTexts({ automation, people, texts }: BookedAutomation): string[] {
  const ways = new Set(people.map(({ phoneNumber, entry, version }) => `${phoneNumber} ${entry} ${version}`));
  return texts
    .filter(({ to, entry, version }) => !ways.has(`${to} ${entry} ${version}`))
    .map(({ messageId }) => `${messageId} of ${automation.id} is the text of no way`);
}

/** Finds counts of a version that its people do not have, and of a text that its recipients do not have. */
function findWrongCounts({ items }: Evidence, booked: BookedAutomation): string[] {
  const { automation, versions, people, texts } = booked;
  const wrong: string[] = [];
  for (const [version, plan] of versions) {
    const actual = new Map<string, number>();
    const add = (name: string) => actual.set(name, (actual.get(name) ?? 0) + 1);
    for (const { status, step, reason, isOfRun, entry } of people.filter(
      (person) => person.version === version,
    )) {
      const addInRun = (name: string) => isOfRun && add(`run${entry.replaceAll(/\D/g, '')}${name}`);
      add('entered');
      addInRun('entered');
      if (status !== 'waiting') for (const name of [status, `${status}${step}`]) add(name);
      if (status !== 'waiting') addInRun(status);
      if ((status === 'exited' || status === 'failed') && reason !== undefined)
        add(`left${step}_${reason.replaceAll(/\W/g, '_')}`);
      for (let reached = 0; reached <= step && reached < plan.steps.length; reached++)
        add(`reached${reached}`);
    }
    const counted = new Map<string, number>();
    for (const item of items) {
      if (item.entity !== 'automationCounts' || !item.pk.endsWith(`#${automation.id}`)) continue;
      if (Number(item.sk.split('#')[1]) !== version) continue;
      for (const [name, value] of Object.entries(item))
        if (typeof value === 'number') counted.set(name, (counted.get(name) ?? 0) + value);
    }
    for (const name of new Set([...actual.keys(), ...counted.keys()])) {
      const [is, says] = [actual.get(name) ?? 0, counted.get(name) ?? 0];
      if (is !== says) wrong.push(`${automation.id} counts ${says} ${name} of ${is} in version ${version}`);
    }
  }
  for (const campaign of items
    .filter(({ entity }) => entity === campaignItem.entity)
    .map(campaignItem.read)) {
    const place = readSendId(campaign.id);
    if (place?.automationId !== automation.id) continue;
    const own = texts.filter(({ version, step }) => version === place.version && step === place.step);
    const sent = own.filter(({ end }) => end === 'sent').length;
    if (campaign.counts.sent !== sent)
      wrong.push(`${campaign.id} counts ${campaign.counts.sent} sent of ${sent}`);
  }
  return wrong;
}

/** Time that a worker has for people who are due. */
const WORKER_TAKES_MS = 61_000;

/** Finds texts that went out after the answer to a pause or a stop, and people who moved on during a pause. */
function findWrongSteps(
  { world }: Evidence,
  { automation, planned, texts }: BookedAutomation,
  { jobs }: HandOvers,
): string[] {
  const { steps = [] } = planned ?? {};
  const isExact = world.plannedMix.jumps === 0 && world.plannedMix.slow === 0;
  return steps.flatMap(({ verb, answer }) => {
    if ((verb !== 'pause' && verb !== 'stop') || answer?.status !== 200) return [];
    const resumed = steps.filter(({ verb: other }) => verb === 'pause' && other === 'resume');
    // A resumption that was requested earlier may take effect after it.
    const untilStep = Math.min(Infinity, ...resumed.map(({ askedAtStep }) => askedAtStep));
    const untilMs = Math.min(Infinity, ...resumed.map(({ askedAtMs }) => askedAtMs));
    const name = `The ${verb} of ${automation.id}`;
    const after = texts.flatMap(({ taken }) =>
      taken.filter(({ askedAtStep }) => askedAtStep > answer.atStep && askedAtStep < untilStep),
    );
    const moved = jobs.filter(({ campaignId, createdAt }) => {
      const atMs = Date.parse(createdAt);
      const isOwn = readSendId(campaignId)?.automationId === automation.id;
      return isOwn && atMs > answer.atMs + WORKER_TAKES_MS && atMs < untilMs;
    });
    return [
      ...findSentAfterStop(name, { after, answeredAtStep: answer.atStep }),
      ...(isExact ? moved.map(({ id }) => `${name}: people moved on after it, with ${id}`) : []),
    ];
  });
}
