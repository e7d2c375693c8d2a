import { importItem } from '../../../shared/audience/import/import-item';
import { type Contact, readContact } from '../../../shared/audience/contacts/contact';
import type { Evidence } from './books';
import type { BookedSend, HandOvers } from './hand-over-books';
import type { Mix } from './mix';
import type { WorldAccount } from './seeded-account';
import { type AskedLookUp, lineTypeOf, type StoredLookUp, takesNoTexts } from './simulated-look-ups';

const KEPT_MS = 90 * 24 * 60 * 60_000;
/** Shortest time in which a process begins 21 look-ups; a little less than a second, for sums of fractions. */
const SECOND_MS = 999;
const PER_SECOND = 20;
const WORKERS = /^(send-chunk|send-paced-chunks|transfer-contacts)-/;

/** Returns true for a run in which every write of a process that lives takes effect. */
const areWritesSafe = ({ throttled, conflict, timeoutBefore, timeoutAfter, late }: Mix) =>
  throttled + conflict + timeoutBefore + timeoutAfter + late === 0;

/** Finds violations of carrier look-ups. **Source:** rules E11.1. */
export function findWrongLookUps(evidence: Evidence, { all }: HandOvers): string[] {
  const { world, accounts } = evidence;
  const contacts = new Map(
    evidence.items
      .filter(({ sk }) => sk === 'CONTACT')
      .map(readContact)
      .map((contact) => [contact.phoneNumber as string, contact] as const),
  );
  return [
    ...findWrongPace(world.lookUps.asked),
    ...world.lookUps.asked.flatMap((asked) => {
      const account = accounts.find(({ id }) => id === contacts.get(asked.phone)?.accountId);
      return findNeedless(evidence, asked, account);
    }),
    ...[...contacts.values()].flatMap((contact) => findWrongContact(evidence, contact)),
    ...all.flatMap((send) => findWrongSend(evidence, send)),
    ...findForgottenImports(evidence, contacts),
  ];
}

/** Finds look-ups of an instance that came too fast, or while the provider was not to be asked. */
function findWrongPace(asked: readonly AskedLookUp[]): string[] {
  return asked.flatMap((one, index) => {
    const { phone, instance, beganMs } = one;
    const before = asked.slice(0, index).filter((other) => other.instance === instance);
    const twentieth = before.at(-PER_SECOND);
    const isTooFast = twentieth !== undefined && beganMs - twentieth.beganMs < SECOND_MS;
    const closed = before.find(
      ({ answer }) =>
        answer?.outcome.outcome === 'unavailable' &&
        answer.atMs < beganMs &&
        beganMs < answer.atMs + answer.outcome.retryAfterSeconds * 1_000,
    );
    return [
      ...(isTooFast ? [`${phone} was looked up as the 21st number in a second`] : []),
      ...(closed ? [`${phone} was looked up although the provider was to be left alone`] : []),
    ];
  });
}

/** Finds look-ups of numbers that must not be looked up, or not again. */
function findNeedless(
  { world, traffic }: Evidence,
  { phone, process, atMs }: AskedLookUp,
  account: WorldAccount | undefined,
): string[] {
  const wrong: string[] = [];
  const startedAtStep = process?.startedAtStep ?? 0;
  if (!account?.hasLookUps) wrong.push(`${phone} was looked up for an account without look-ups`);
  if (!WORKERS.test(process?.name ?? '')) wrong.push(`${phone} was looked up by ${process?.name}`);
  const known = world.lookUps.stored.some(
    (one) => one.phone === phone && one.atStep < startedAtStep && atMs < one.atMs + KEPT_MS,
  );
  if (known) wrong.push(`${phone} was looked up again, by ${process?.name}`);
  const texts = traffic.said.filter((said) => said.account === account && said.phone === phone);
  const hasReturned = texts.some(({ body }) => /^(yes|y|start)$/i.test(body));
  const isRefused = texts.some(
    ({ id, body }) => body === 'STOP' && (world.carriedOut.get(id) ?? Infinity) < startedAtStep,
  );
  if (isRefused && !hasReturned) wrong.push(`${phone} was looked up after its STOP`);
  return wrong;
}

/** Finds contacts that differ from what the provider has told of their numbers. */
function findWrongContact({ world }: Evidence, contact: Contact): string[] {
  const { lookedUp, setAsideAt } = contact;
  const phone: string = contact.phoneNumber;
  const lineType = lineTypeOf(phone);
  const wrong: string[] = [];
  const answered = world.lookUps.asked.filter(
    (asked) => asked.phone === phone && asked.answer?.outcome.outcome === 'found',
  );
  if (lookedUp && (lookedUp.lineType !== lineType || answered.length === 0))
    wrong.push(`${phone} is stored as ${lookedUp.lineType} and was told as ${lineType}`);
  const isAside = lookedUp !== undefined && takesNoTexts(lookedUp.lineType);
  if ((setAsideAt !== undefined) !== isAside)
    wrong.push(
      `${phone} is ${isAside ? 'not ' : ''}set aside, as ${lookedUp?.lineType ?? 'never looked up'}`,
    );
  const isKept = answered.some(({ process }) => process?.isDead === false);
  if (isKept && !lookedUp && areWritesSafe(world.plannedMix))
    wrong.push(`the look-up of ${phone} was not stored`);
  return wrong;
}

/** Finds texts of jobs to numbers that were known to take none, and recipients that were left out without a reason. */
function findWrongSend({ world }: Evidence, { messageId, jobId, to, reason, taken }: BookedSend): string[] {
  if (jobId === undefined) return [];
  const { asked, stored } = world.lookUps;
  const isAside = takesNoTexts(lineTypeOf(to));
  const told = asked.filter(({ phone, answer }) => phone === to && answer?.outcome.outcome === 'found');
  if (reason === 'set_aside') {
    if (!isAside || told.length === 0) return [`${messageId} to ${to} was left out, and no look-up says so`];
    world.moments.meet('leftOutLandline');
  }
  if (!isAside) return [];
  const isKnown = ({ askedAtStep, processStartedAtStep }: BookedSend['taken'][number]) =>
    stored.some(({ phone, atStep }: StoredLookUp) => phone === to && atStep < processStartedAtStep) ||
    (areWritesSafe(world.plannedMix) &&
      told.some(
        ({ process, answer }) =>
          process?.startedAtStep === processStartedAtStep && (answer?.atStep ?? Infinity) < askedAtStep,
      ));
  return taken.some(isKnown) ? [`${messageId} was sent to ${to}, which is ${lineTypeOf(to)}`] : [];
}

/** Finds contacts that were not looked up after their import, in runs in which every look-up is answered. */
function findForgottenImports(evidence: Evidence, contacts: ReadonlyMap<string, Contact>): string[] {
  const { world } = evidence;
  const isAnswered = world.lookUps.asked.every(({ answer }) => answer?.outcome.outcome !== 'unavailable');
  const byImport = world.lookUps.asked.filter(({ process }) => process?.name.startsWith('transfer-contacts'));
  if (byImport.length > 0) world.moments.meet('lookedUpImported');
  if (!isAnswered || world.plannedMix.lost > 0 || !areWritesSafe(world.plannedMix)) return [];
  return evidence.traffic.imports.flatMap(({ id, account, file }) => {
    const found = importItem.readIfAny(evidence.items.find(({ sk }) => sk === id));
    if (!account.hasLookUps || found?.status !== 'completed' || found.isDryRun) return [];
    const since = found.startedAt ?? '';
    return file.own.flatMap((phone) => {
      const contact = contacts.get(phone);
      // The contact is in a group, and this import or a later change has written it.
      const isDue = Object.keys(contact?.memberships ?? {}).length > 0 && (contact?.updatedAt ?? '') >= since;
      const wasAsked = world.lookUps.asked.some((asked) => asked.phone === phone);
      return isDue && !wasAsked ? [`${phone} was not looked up after ${found.id}`] : [];
    });
  });
}
