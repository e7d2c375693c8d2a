import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { FeedbackTaker, LookUps } from '../../../shared/platform/provider/port';
import type { Defect } from './defects';
import { readLookUp } from './simulated-look-ups';

type Read = Record<string, unknown>;

/** Returns look-ups that tell of an invalid number where no answer came, for such a defect. */
export function withLookUpDefect(lookUps: LookUps, defect: Defect | undefined): LookUps {
  if (defect !== 'blocksUnanswered') return lookUps;
  return {
    lookUp: async (...asked) => {
      const outcome = await lookUps.lookUp(...asked);
      return outcome.outcome === 'unavailable' ? { outcome: 'found', lineType: 'invalid' } : outcome;
    },
  };
}

/** Returns a taker of feedback that refuses what it cannot take now, for such a defect. */
export function withFeedbackDefect(taker: FeedbackTaker, defect: Defect | undefined): FeedbackTaker {
  if (defect !== 'givesUpFeedback') return taker;
  return {
    giveFeedback: async (message) => {
      const { outcome } = await taker.giveFeedback(message);
      return { outcome: outcome === 'unavailable' ? 'refused' : outcome };
    },
  };
}

/** Returns true for a command that a defect loses: the store of a look-up, or of a text that gives feedback. */
export function isLostWrite(defect: Defect, command: object): boolean {
  if (defect === 'forgetsLookUp') return readLookUp(command) !== undefined;
  if (defect !== 'losesAnswered' || !(command instanceof TransactWriteCommand)) return false;
  const items = (command.input.TransactItems ?? []).flatMap(({ Put: put }) => (put?.Item ? [put.Item] : []));
  return items.some(isFeedback) && items.some(({ entity }) => entity === 'inbound');
}

const isFeedback = ({ entry }: Read) => (entry as { kind?: string } | undefined)?.kind === 'feedback';

/** Returns true for a transaction that counts recipients whose number is set aside. */
export const namesSetAside = ({ input }: TransactWriteCommand): boolean =>
  JSON.stringify(input.TransactItems).includes('set_aside');

/** Spoils contacts and accounts as they are read, for defects of look-ups. */
export function spoilFeatures(defect: Defect, items: Read[]): void {
  for (const item of items) {
    if (defect === 'looksUpForAll' && item.entity === 'account') item.carrierLookup = true;
    if (item.sk !== 'CONTACT') continue;
    if (defect === 'looksUpAgain') delete item.lookedUp;
    if (defect === 'textsLandlines') delete item.setAsideAt;
  }
}

/** Has the feedback on a message given on the one before it. */
export function tellOther(item: Read): void {
  if (!isFeedback(item)) return;
  const entry = item.entry as { providerMessageId: string };
  entry.providerMessageId = entry.providerMessageId.replace(/\d+$/, (digits) => String(Number(digits) - 1));
}
