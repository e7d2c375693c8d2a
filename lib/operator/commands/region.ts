import { regionSide, type RegionSide } from '../../../shared/platform/region-side';
import { decideDuty } from '../../../shared/regions/duty';
import type { Heartbeat } from '../../../shared/regions/region-items';
import {
  type NotHandedOver,
  readTakeOver,
  SETTLES_WITHIN_MS,
  takeOver,
  whyNotHandedOver,
} from '../../regions/take-over';
import { type LogReport, putBackLog } from '../../restore/put-back-log';
import { readLog } from '../../restore/read-log';
import type { AddVerbs } from '../add-verbs';
import { OperatorError } from '../operator-error';
import { parseTime } from '../option-types';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb } from '../verb';

interface TakeOverOptions {
  lost?: boolean;
  logBucket?: string;
  logRegion?: string;
  since?: Date;
  dryRun?: boolean;
}

export const addRegionVerbs: AddVerbs = (noun, io) => {
  addVerb<object>(noun, io, {
    name: 'show',
    summary: 'which of two regions is active, and how far each has followed the other',
    declare: (command) => command,
    run: async ({ target }) => show(target),
  });
  addVerb<TakeOverOptions>(noun, io, {
    name: 'take-over',
    summary: 'make the region of the stack the active one: it sends, and the other region does not',
    isAboveAccounts: true,
    declare: (command) =>
      command
        .option('--lost', 'the other region is lost: texts that it may have sent are ended')
        .option('--log-bucket <name>', 'restore log of the other region, when that is back')
        .option('--log-region <name>', 'region of that bucket')
        .option('--since <time>', 'with a log: shortly before the region was lost', parseTime)
        .option('--dry-run', 'change nothing, only count'),
    check: ({ lost, logBucket, logRegion, since }) => {
      const given = [logBucket, logRegion, since].filter((option) => option !== undefined).length;
      if (given !== 0 && (given !== 3 || !lost))
        throw new OperatorError('A log takes --lost, --log-bucket, --log-region and --since.');
    },
    confirmation: ({ target }, { lost }) => ({
      question: lost
        ? `End what the other region had under way, and make that of ${target.baseUrl} the active one?`
        : `Make the region of ${target.baseUrl} the active one?`,
      isYesRequired: true,
    }),
    run: async ({ target }, options) => run(target, options),
  });
};

function requireSide(): RegionSide {
  const side = regionSide();
  if (side === undefined)
    throw new OperatorError('The stack has one region. docs/second-region.md has how it gets a second one.');
  return side;
}

async function show(target: Target): Promise<Report> {
  const side = requireSide();
  const { active, own, other, pausedSince } = await readTakeOver(target, side);
  const now = target.clock.now();
  const line = (name: string, beat: Heartbeat | undefined) => [
    name,
    beat?.region,
    beat?.at,
    beat && Math.round((now.getTime() - Date.parse(beat.at)) / 1000),
  ];
  const duty = decideDuty(side, { active, own }, now);
  return {
    json: { side, duty, active: active?.side ?? 'first', since: active?.since, own, other, pausedSince },
    head: ['Region', 'At AWS', 'Last heartbeat', 'Seconds ago'],
    rows: [line(`${side} (this one)`, own), line('the other', other)],
    note: `This region is ${duty}; the active one is the ${active?.side ?? 'first'}.`,
  };
}

const REASONS: Record<NotHandedOver, string> = {
  notPaused: 'sending is not paused: run "pause" in the region that is active',
  notSettled: `sending has not been paused for ${SETTLES_WITHIN_MS / 60_000} minutes`,
  notFollowed: 'the heartbeat of the other region of after the pause has not arrived here',
};

/** Puts back what the other region has logged, and what was not replicated or was overwritten here. */
async function putBack(target: Target, options: TakeOverOptions): Promise<LogReport | undefined> {
  const { logBucket: bucket, logRegion: region, since, dryRun: isDryRun = false } = options;
  if (bucket === undefined || region === undefined || since === undefined) return undefined;
  const { S3Client } = await import('@aws-sdk/client-s3');
  const s3 = new S3Client({
    ...{ region, maxAttempts: 5, forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined },
  });
  const log = readLog(s3, { bucket, since, now: target.clock.now() });
  const { changes: _, ...report } = await putBackLog(target, { log, baseUrl: target.baseUrl, isDryRun });
  return report;
}

async function run(target: Target, options: TakeOverOptions): Promise<Report> {
  const { lost = false, dryRun = false } = options;
  const side = requireSide();
  const state = await readTakeOver(target, side);
  const why = whyNotHandedOver(state, { pausedSince: state.pausedSince, now: target.clock.now() });
  if (!lost && why !== undefined)
    throw new OperatorError(
      `The other region has not been handed over: ${REASONS[why]}. If it is lost: --lost.`,
    );
  const done = await takeOver(target, { side, isLost: lost, isDryRun: dryRun });
  const back = await putBack(target, options);
  const { messages, jobs, campaigns, automations, carriedOn } = done;
  const counts = [
    ...[`${messages} queued texts`, `${jobs} jobs`, `${campaigns} campaigns paused`],
    `${automations} automations paused`,
  ];
  return {
    json: { side, isLost: lost, isDryRun: dryRun, ...done, ...back },
    rows: [],
    note: [
      `${dryRun ? 'Would be ended or held' : 'Ended or held'}: ${counts.join(', ')}. ${dryRun ? 'Would go' : 'Goes'} on here: ${carriedOn} items.`,
      ...(back
        ? [
            `${dryRun ? 'Would be put' : 'Put'} back: ${back.optedOut} opt-outs, ${back.leftGroups} departures from groups, ${back.erased} erasures, ${back.keys} used idempotency keys, ${back.revokedKeys} revoked API keys.`,
          ]
        : []),
      ...(dryRun ? [] : [`The ${side} region is active.`]),
    ].join('\n'),
    changes: [{ what: 'activeRegion', from: state.active?.side ?? 'first', to: side }],
  };
}
