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
import type { AddVerbs } from '../add-verbs';
import { OperatorError } from '../operator-error';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb } from '../verb';

interface TakeOverOptions {
  lost?: boolean;
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
        .option('--dry-run', 'change nothing, only count'),
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

async function run(target: Target, { lost = false, dryRun = false }: TakeOverOptions): Promise<Report> {
  const side = requireSide();
  const state = await readTakeOver(target, side);
  const why = whyNotHandedOver(state, { pausedSince: state.pausedSince, now: target.clock.now() });
  if (!lost && why !== undefined)
    throw new OperatorError(
      `The other region has not been handed over: ${REASONS[why]}. If it is lost: --lost.`,
    );
  const done = await takeOver(target, { side, isLost: lost, isDryRun: dryRun });
  const { messages, jobs, campaigns, automations, carriedOn } = done;
  const counts = [
    ...[`${messages} queued texts`, `${jobs} jobs`, `${campaigns} campaigns paused`],
    `${automations} automations paused`,
  ];
  return {
    json: { side, isLost: lost, isDryRun: dryRun, ...done },
    rows: [],
    note: [
      `${dryRun ? 'Would be ended or held' : 'Ended or held'}: ${counts.join(', ')}. ${dryRun ? 'Would go' : 'Goes'} on here: ${carriedOn} items.`,
      ...(dryRun ? [] : [`The ${side} region is active.`]),
    ].join('\n'),
    changes: [{ what: 'activeRegion', from: state.active?.side ?? 'first', to: side }],
  };
}
