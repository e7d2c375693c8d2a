import { formatCount } from '../../format/numbers';

/** Number at which the service stops counting. */
const COUNTED_AT_MOST = 1_000;
const WORK: Record<string, string> = {
  events: 'Events to be passed on',
  largeEvents: 'Events of imports, or to be passed on again',
  messages: 'Single texts without an outcome',
  optOuts: 'Opt-outs to be carried through all groups',
  jobs: 'Broadcasts, batches and campaigns to be sent',
  webhooks: 'Webhooks to be delivered',
  erasures: 'Erasures of people',
  imports: 'Imports of contacts',
  exports: 'Exports',
  waitingTransfers: 'Imports and exports that wait for others to end',
  campaigns: 'Campaigns to begin',
};

export const describeWork = (work: string): string => WORK[work] ?? work;

export const describeOverdueCount = (count: number): string =>
  `${formatCount(count)}${count >= COUNTED_AT_MOST ? ' or more' : ''}`;
