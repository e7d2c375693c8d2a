import type { Command } from 'commander';
import type { Account } from '../../../shared/accounts/account';
import type { CustomFieldSchema } from '../../../shared/audience/custom-fields/custom-field-schema';
import { approveCampaign, rejectCampaign } from '../../../shared/campaigns/plan/approve-campaign';
import type { Approval, Rejection } from '../../../shared/campaigns/plan/campaign.schema';
import { withCampaigns } from '../../../shared/campaigns/plan/campaigns-of-accounts';
import { retryCampaign } from '../../../shared/campaigns/plan/change-draft';
import { countCampaign } from '../../../shared/campaigns/plan/count-campaign';
import { launchCampaign } from '../../../shared/campaigns/plan/launch-campaign';
import { listCampaigns, readStatusFilter } from '../../../shared/campaigns/plan/list-campaigns';
import { presentCampaign } from '../../../shared/campaigns/plan/present-campaign';
import { previewCampaign } from '../../../shared/campaigns/plan/preview-campaign';
import { steerCampaign, STEPS } from '../../../shared/campaigns/plan/steer-campaign';
import { submitCampaign } from '../../../shared/campaigns/plan/submit-campaign';
import type { Campaign } from '../../../shared/campaigns/record/campaign';
import {
  findCampaignOrThrow,
  findCampaignWithResults,
} from '../../../shared/campaigns/record/campaign-store';
import { describeDuration } from '../../../shared/campaigns/timing/describe-duration';
import { ServiceError } from '../../../shared/errors/service-error';
import { MAX_DECISION_CHARACTERS } from '../../../shared/limits';
import validateCampaign from '../../../shared/platform/validation/generated/campaign';
import { validateBody } from '../../../shared/platform/validation/validate-body';
import type { AddVerbs } from '../add-verbs';
import { audienceRows, lookUpRows } from '../audience-rows';
import type { Confirmation } from '../confirm';
import { OperatorError } from '../operator-error';
import { parseCount, parseNote } from '../option-types';
import { actorOf, openOwnerOf, ownerOf } from '../owner';
import { readPlan } from '../read-plan';
import type { Cell, Report } from '../report';
import type { Target } from '../target';
import { keepChanges } from '../told-changes';
import { addVerb, requireAccount, requireOpenAccount, type Session, withAccount } from '../verb';
import { reportCampaignRecipients, withCampaignFilters } from './campaign-recipients';
import { sendTest, type TestOptions, withTestPhones } from './campaign-test';
import type { RecipientOptions } from './job-recipients';

interface CampaignOptions {
  account: string;
  campaign: string;
}

/** Summary of each step. */
const STEP_SUMMARIES = {
  pause: 'hand no new recipient over until it is resumed',
  resume: 'go on with a paused campaign',
  cancel: 'stop a campaign; recipients that were not handed over are skipped and refunded',
} as const;

export const addCampaignVerbs: AddVerbs = (noun, io) => {
  addVerb<{ account: string; plan: string }>(noun, io, {
    name: 'create',
    summary: 'make a campaign; with "launch": true it is launched at once',
    declare: (command) =>
      withAccount(command).requiredOption('--plan <json>', 'the campaign as JSON as in the API, or @file'),
    run: async ({ target }, options) => {
      const { account, schema } = await openOwnerOf(target, options.account);
      const body = validateBody(validateCampaign, await readPlan(options.plan, 'campaign'));
      const actor = await actorOf(target);
      const answer = await submitCampaign(withCampaigns(target), { account, schema, body, actor });
      return reportShown(answer.body as Shown);
    },
  });
  addVerb<{ account: string; status?: string; limit?: number }>(noun, io, {
    name: 'list',
    summary: 'list campaigns, newest first',
    declare: (command) =>
      withAccount(command)
        .option('--status <status>', 'only those in this state')
        .option('--limit <n>', 'at most so many (100)', parseCount),
    run: async ({ target }, options) => {
      const { account, schema } = await ownerOf(target, options.account);
      const { campaigns } = await listCampaigns(target.table, {
        accountId: account.id,
        status: readStatusFilter(options.status),
        page: { limit: options.limit ?? 100, place: undefined },
        scope: { accountId: account.id, list: 'campaigns' },
      });
      return reportAll(await Promise.all(campaigns.map((campaign) => show(target, { campaign, schema }))));
    },
  });
  addVerb<CampaignOptions>(noun, io, {
    name: 'show',
    summary: 'show a campaign and how many of its recipients have ended how',
    declare: withCampaign,
    run: async ({ target }, options) => {
      const { account, schema } = await ownerOf(target, options.account);
      return report(target, { schema, campaign: await find(target, account, options) });
    },
  });
  addVerb<CampaignOptions>(noun, io, {
    name: 'preview',
    summary: 'count who would get a campaign, when, and at which cost',
    declare: withCampaign,
    run: async ({ target }, options) => {
      const { account, schema } = await ownerOf(target, options.account);
      const campaign = await find(target, account, options);
      return reportPreview(await previewCampaign(withCampaigns(target), { account, schema, campaign }));
    },
  });
  addVerb<CampaignOptions & TestOptions>(noun, io, {
    name: 'test',
    summary: 'send the text of a campaign to some phones, each by a single send that is charged',
    declare: (command) => withTestPhones(withCampaign(command)),
    run: async ({ target }, options) => {
      const account = await requireOpenAccount(target, options.account);
      return sendTest(target, { account, campaign: await find(target, account, options), options }, io);
    },
  });
  addVerb<CampaignOptions & RecipientOptions>(noun, io, {
    name: 'recipients',
    summary: 'list the outcome of each recipient of a campaign, and when those who wait are due',
    declare: (command) => withCampaignFilters(withCampaign(command)),
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      const campaign = await findCampaignWithResults(target, { account, id: options.campaign });
      return reportCampaignRecipients(target, campaign, options);
    },
  });
  addVerb<CampaignOptions>(noun, io, {
    name: 'launch',
    summary: 'launch a draft',
    declare: withCampaign,
    confirmation: confirmIt('launch'),
    run: ({ target }, options) => change(target, options, launchCampaign),
  });
  addVerb<CampaignOptions & Approval>(noun, io, {
    name: 'approve',
    summary: 'approve a launch; not by the one who launched it',
    declare: (command) =>
      withCampaign(command).option(
        '--comment <text>',
        'shown on the campaign',
        parseNote(MAX_DECISION_CHARACTERS),
      ),
    confirmation: confirmIt('approve'),
    run: ({ target }, { comment, ...options }) =>
      change(target, options, byAnother(approveCampaign, comment === undefined ? {} : { comment })),
  });
  addVerb<CampaignOptions & Rejection>(noun, io, {
    name: 'reject',
    summary: 'refuse a launch: the campaign is a draft again; not by the one who launched it',
    declare: (command) =>
      withCampaign(command).requiredOption(
        '--reason <text>',
        'shown on the campaign',
        parseNote(MAX_DECISION_CHARACTERS),
      ),
    confirmation: confirmIt('reject'),
    run: ({ target }, { reason, ...options }) =>
      change(target, options, byAnother(rejectCampaign, { reason })),
  });
  for (const step of STEPS) {
    addVerb<CampaignOptions>(noun, io, {
      name: step,
      summary: STEP_SUMMARIES[step],
      declare: withCampaign,
      ...(step === 'cancel' && {
        confirmation: (_session: unknown, { campaign }: CampaignOptions) => ({
          question: `Cancel ${campaign}? Recipients whose turn has not come get nothing.`,
          isYesRequired: false,
        }),
      }),
      run: async ({ target }, options) => {
        const { account, schema } = await ownerOf(target, options.account);
        const address = { accountId: account.id, id: options.campaign };
        return report(target, { schema, campaign: await steerCampaign(target, { ...address, step }) });
      },
    });
  }
  addVerb<CampaignOptions>(noun, io, {
    name: 'retry',
    summary: 'make a draft for those whom a campaign failed to reach',
    declare: withCampaign,
    run: async ({ target }, options) => {
      const { account, schema } = await ownerOf(target, options.account);
      const campaign = await retryCampaign(withCampaigns(target), { account, campaignId: options.campaign });
      return report(target, { schema, campaign });
    },
  });
};

const confirmIt =
  (verb: string) =>
  (_session: Session, { campaign }: CampaignOptions): Confirmation => ({
    question: `${verb} ${campaign}?`,
    isYesRequired: false,
  });

type Change = typeof launchCampaign;

async function change(target: Target, options: CampaignOptions, apply: Change): Promise<Report> {
  const { account, schema } = await ownerOf(target, options.account);
  const told = keepChanges();
  const { beforeWrite } = told;
  const decision = {
    account,
    schema,
    campaignId: options.campaign,
    actor: await actorOf(target),
    beforeWrite,
  };
  const campaign = await apply(withCampaigns(target), decision);
  return { ...(await report(target, { schema, campaign })), changes: told.changes };
}

/** @throws OperatorError for the operator who launched the campaign: no other is refused */
function byAnother<Body>(
  decide: (
    deps: Parameters<Change>[0],
    decision: Parameters<Change>[1] & { readBody: () => Body },
  ) => Promise<Campaign>,
  body: Body,
): Change {
  return async (deps, decision) => {
    try {
      return await decide(deps, { ...decision, readBody: () => body });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.name !== 'Forbidden') throw error;
      throw new OperatorError(
        `${decision.actor.id} launched the campaign: another person has to approve or reject it.`,
      );
    }
  };
}

function withCampaign(command: Command): Command {
  return withAccount(command).requiredOption('--campaign <id>', 'campaign, as "campaign list" shows it');
}

const find = ({ table }: Target, { id: accountId }: Account, { campaign: id }: CampaignOptions) =>
  findCampaignOrThrow(table, { accountId, id });

type Shown = ReturnType<typeof presentCampaign>;

async function show(
  { table }: Target,
  { campaign, schema }: { campaign: Campaign; schema: CustomFieldSchema },
): Promise<Shown> {
  return presentCampaign(campaign, { schema, counted: await countCampaign(table, campaign) });
}

const report = async (target: Target, shown: Parameters<typeof show>[1]) =>
  reportShown(await show(target, shown));

function reportShown(shown: Shown): Report {
  return {
    json: shown,
    rows: Object.entries(shown).map(([name, value]): Cell[] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  };
}

function reportAll(all: Shown[]): Report {
  return {
    json: all,
    head: ['id', 'name', 'status', 'selected', 'pending', 'sent', 'failed', 'skipped', 'created at'],
    rows: all.map(({ id, name, status, counts, createdAt }): Cell[] => [
      ...[id, name, status, counts.selected, counts.pending, counts.sent, counts.failed, counts.skipped],
      createdAt,
    ]),
    ...(all.length === 0 && { note: 'There are no campaigns.' }),
  };
}

function reportPreview(preview: Awaited<ReturnType<typeof previewCampaign>>): Report {
  const { audience, credits, firstAt, lastAt, durationSeconds, encoding, segments, warnings } = preview;
  const { expiring, unreachable } = preview;
  return {
    json: preview,
    rows: [
      ...audienceRows(audience),
      ...lookUpRows(preview),
      ['segments', `${segments} (${encoding})`],
      ['credits', `${credits.sms} SMS, ${credits.mms} MMS`],
      ['first at', firstAt ?? undefined],
      ['last at', lastAt ?? undefined],
      ['takes', lastAt === null ? undefined : describeDuration(durationSeconds)],
      ['not reached before it expires', expiring],
      ['of them outside the hours until then', unreachable],
    ],
    ...(warnings.length > 0 && { note: warnings.join('\n') }),
  };
}
