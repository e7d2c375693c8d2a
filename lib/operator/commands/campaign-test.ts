import type { Command } from 'commander';
import type { Account } from '../../../shared/accounts/account';
import { testCampaign } from '../../../shared/campaigns/plan/test-campaign';
import type { Campaign } from '../../../shared/campaigns/record/campaign';
import type { RecipientCaution } from '../../../shared/messages/recipient-caution';
import { epochMs } from '../../../shared/platform/clock';
import { createLog } from '../../../shared/platform/observability/log';
import type { Provider } from '../../../shared/platform/provider/port';
import validateTest from '../../../shared/platform/validation/generated/campaign-test';
import { validateBody } from '../../../shared/platform/validation/validate-body';
import type { OperatorIo } from '../operator-io';
import { collect, LIST_HELP } from '../option-lists';
import type { Cell, Report } from '../report';
import type { Target } from '../target';

export interface TestOptions {
  to: string[];
  asContact?: string;
}

/**
 * Provider that leaves every message to the worker. The operator's machine has no access to the provider, so the
 * message is queued, and the service's worker hands it over a second later.
 */
/** Notes on recipients whom the campaign itself would leave out. */
const CAUTION_NOTES: Record<RecipientCaution, string> = {
  review: 'is under review: see "contact review list".',
  set_aside: 'is set aside: see "contact list --set-aside".',
};

const LEFT_TO_THE_WORKER: Provider = {
  send: () =>
    Promise.resolve({
      outcome: 'unavailable',
      retryAfterSeconds: 0,
      providerReason: 'left to the worker by the operator CLI',
    }),
};

export function withTestPhones(command: Command): Command {
  return command
    .requiredOption('--to <phone>', `1 to 10 opted-in phone numbers; ${LIST_HELP}`, collect(String))
    .option('--as-contact <phone>', 'contact whose values fill the merge tags; default: each their own');
}

/** Sends the text of a campaign to some phones, as POST /api/v1/campaigns/{id}/test does. */
export async function sendTest(
  target: Target,
  { account, campaign, options }: { account: Account; campaign: Campaign; options: TestOptions },
  io: OperatorIo,
): Promise<Report> {
  const { to, asContact } = options;
  const body = validateBody(validateTest, { to, ...(asContact !== undefined && { asContact }) });
  const errors = createLog((line) => io.writeError(`${line}\n`));
  const deps = { ...target, provider: LEFT_TO_THE_WORKER, log: { ...errors, info: () => undefined } };
  const answer = await testCampaign(deps, {
    ...{ account, campaign, body },
    receivedAtMs: epochMs(target.clock),
    membersOf: undefined,
  });
  const { results, warnings = [] } = answer;
  const notes = [
    ...warnings,
    ...results.flatMap((result) =>
      'messageId' in result
        ? (result.warnings ?? []).map((caution) => `${result.to} ${CAUTION_NOTES[caution]}`)
        : [],
    ),
    ...(results.some((result) => 'messageId' in result)
      ? ['The service hands queued messages over within seconds: see "message show".']
      : []),
  ];
  return {
    json: answer,
    head: ['to', 'status', 'error code', 'message'],
    rows: results.map((result): Cell[] =>
      'code' in result
        ? [result.to, 'refused', result.code, undefined]
        : [result.to, result.status, undefined, result.messageId],
    ),
    ...(notes.length > 0 && { note: notes.join('\n') }),
  };
}
