import type { Account } from '../../../shared/accounts/account';
import type { Actor } from '../../../shared/accounts/actor';
import type { CustomFieldSchema } from '../../../shared/audience/custom-fields/custom-field-schema';
import {
  approveAutomation,
  createAutomation,
  rejectAutomation,
  startAutomation,
} from '../../../shared/automations/plan/change-automation';
import type { PlanDeps } from '../../../shared/automations/plan/check-automation';
import { listAutomations, readAutomationStatus } from '../../../shared/automations/plan/list-automations';
import { countAutomation } from '../../../shared/automations/plan/count-automation';
import { presentAutomation } from '../../../shared/automations/plan/present-automation';
import { steerAutomation } from '../../../shared/automations/plan/steer-automation';
import type { Automation } from '../../../shared/automations/record/automation';
import { findAutomationOrThrow } from '../../../shared/automations/record/automation-store';
import { withCampaigns } from '../../../shared/campaigns/plan/campaigns-of-accounts';
import type { Approval, Rejection } from '../../../shared/campaigns/plan/campaign.schema';
import { ServiceError } from '../../../shared/errors/service-error';
import { MAX_DECISION_CHARACTERS } from '../../../shared/limits';
import validateAutomation from '../../../shared/platform/validation/generated/automation';
import { validateBody } from '../../../shared/platform/validation/validate-body';
import type { AddVerbs } from '../add-verbs';
import type { Confirmation } from '../confirm';
import { OperatorError } from '../operator-error';
import { parseCount, parseNote } from '../option-types';
import { actorOf, openOwnerOf, ownerOf } from '../owner';
import { readPlan } from '../read-plan';
import type { Cell, Report } from '../report';
import type { Target } from '../target';
import { keepChanges } from '../told-changes';
import { addVerb, type Session, withAccount } from '../verb';
import { addAutomationImport } from './automation-import';
import { type AutomationOptions, withAutomation } from './automation-options';
import { addAutomationTrial } from './automation-trial';

const STEP_SUMMARIES = {
  pause: 'let no one go on, and send nothing, until it is resumed',
  resume: 'go on with a paused automation; who was due more than 24 hours ago leaves',
  stop: 'stop an automation for good; everyone on the way leaves',
} as const;
const STEPS = ['pause', 'resume', 'stop'] as const;

export const addAutomationVerbs: AddVerbs = (noun, io) => {
  addVerb<{ account: string; plan: string }>(noun, io, {
    name: 'create',
    summary: 'make an automation, as a draft',
    declare: (command) =>
      withAccount(command).requiredOption('--plan <json>', 'the automation as JSON as in the API, or @file'),
    run: async ({ target }, options) => {
      const { account, schema } = await openOwnerOf(target, options.account);
      const body = validateBody(validateAutomation, await readPlan(options.plan, 'automation'));
      const actor = await actorOf(target);
      const automation = await createAutomation(withCampaigns(target), { account, schema, body, actor });
      return reportShown(await show(target, automation, schema));
    },
  });
  addVerb<{ account: string; status?: string; limit?: number }>(noun, io, {
    name: 'list',
    summary: 'list automations, newest first',
    declare: (command) =>
      withAccount(command)
        .option('--status <status>', 'only those in this state')
        .option('--limit <n>', 'at most so many (100)', parseCount),
    run: async ({ target }, options) => {
      const { account, schema } = await ownerOf(target, options.account);
      const { automations } = await listAutomations(target.table, {
        accountId: account.id,
        status: readAutomationStatus(options.status),
        page: { limit: options.limit ?? 100, place: undefined },
        scope: { accountId: account.id, list: 'automations' },
      });
      return reportAll(await Promise.all(automations.map((one) => show(target, one, schema))));
    },
  });
  addVerb<AutomationOptions>(noun, io, {
    name: 'show',
    summary: 'show an automation and how many people are where',
    declare: withAutomation,
    run: async ({ target }, options) => {
      const { account, schema } = await ownerOf(target, options.account);
      const address = { accountId: account.id, automationId: options.automation };
      return reportShown(await show(target, await findAutomationOrThrow(target.table, address), schema));
    },
  });
  addAutomationTrial(noun, io);
  addVerb<AutomationOptions>(noun, io, {
    name: 'start',
    summary: 'start a draft, or ask for the approval that the account needs',
    declare: withAutomation,
    confirmation: confirmIt('start'),
    run: ({ target }, options) => change(target, options, (deps, request) => startAutomation(deps, request)),
  });
  for (const step of STEPS)
    addVerb<AutomationOptions>(noun, io, {
      name: step,
      summary: STEP_SUMMARIES[step],
      declare: withAutomation,
      ...(step === 'stop' && { confirmation: confirmIt(step) }),
      run: ({ target }, options) =>
        change(target, options, (deps, request) => steerAutomation(deps, { ...request, step })),
    });
  addVerb<AutomationOptions & Approval>(noun, io, {
    name: 'approve',
    summary: 'approve a start or change; not by the one who asked for it',
    declare: (command) =>
      withAutomation(command).option(
        '--comment <text>',
        'shown on the automation',
        parseNote(MAX_DECISION_CHARACTERS),
      ),
    confirmation: confirmIt('approve'),
    run: ({ target }, { comment, ...options }) =>
      change(target, options, (deps, request) =>
        approveAutomation(deps, {
          ...request,
          readBody: () => (comment === undefined ? {} : { comment }),
        }),
      ),
  });
  addVerb<AutomationOptions & Rejection>(noun, io, {
    name: 'reject',
    summary: 'refuse a start or change; not by the one who asked for it',
    declare: (command) =>
      withAutomation(command).requiredOption(
        '--reason <text>',
        'shown on the automation',
        parseNote(MAX_DECISION_CHARACTERS),
      ),
    confirmation: confirmIt('reject'),
    run: ({ target }, { reason, ...options }) =>
      change(target, options, (deps, request) =>
        rejectAutomation(deps, { ...request, readBody: () => ({ reason }) }),
      ),
  });
  addAutomationImport(noun, io);
};

const confirmIt =
  (verb: string) =>
  (_session: Session, { automation }: AutomationOptions): Confirmation => ({
    question: `${verb} ${automation}?`,
    isYesRequired: false,
  });

interface Request {
  account: Account;
  schema: CustomFieldSchema;
  automationId: string;
  actor: Actor;
  beforeWrite: (before: object, after: object) => void;
}

/** @throws OperatorError for the operator who started it: no other is refused */
async function change(
  target: Target,
  options: AutomationOptions,
  apply: (deps: PlanDeps, request: Request) => Promise<Automation>,
): Promise<Report> {
  const { account, schema } = await ownerOf(target, options.account);
  const actor = await actorOf(target);
  const told = keepChanges();
  const { beforeWrite } = told;
  const request = { account, schema, automationId: options.automation, actor, beforeWrite };
  try {
    const automation = await apply(withCampaigns(target), request);
    return { ...reportShown(await show(target, automation, schema)), changes: told.changes };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.name !== 'Forbidden') throw error;
    throw new OperatorError(
      `${actor.id} started or changed the automation: another person has to approve or reject it.`,
    );
  }
}

type Shown = ReturnType<typeof presentAutomation>;

const show = async ({ table }: Target, automation: Automation, schema: CustomFieldSchema): Promise<Shown> =>
  presentAutomation(automation, { schema, counted: await countAutomation(table, automation) });

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
    head: ['id', 'name', 'status', 'entered', 'waiting', 'completed', 'exited', 'failed', 'sent'],
    rows: all.map(({ id, name, status, counts }): Cell[] => [
      ...[id, name, status, counts.entered, counts.waiting, counts.completed, counts.exited],
      ...[counts.failed, counts.sent],
    ]),
    ...(all.length === 0 && { note: 'There are no automations.' }),
  };
}
