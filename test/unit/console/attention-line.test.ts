import type { Overview } from '../../../console/src/api/schemas';
import { loadAsReader } from '../../support/console/load-as-reader';

const load = loadAsReader(() => import('../../../console/src/screens/overview/attention-line'));
const CAMPAIGN = { campaignId: 'cmp_1', name: 'Sale' };
const ENDPOINT = { endpointId: 'end_1', host: 'example.com' };
const AT = '2026-03-01T12:00:00.000Z';

const AUTOMATION = { automationId: 'aut_1', name: 'Welcome' };

describe('what needs attention', () => {
  it.each<[Overview['attention'][number], string, string, boolean]>([
    [{ kind: 'likelyOptOuts', count: 1 }, '1 reply may be an opt-out: decide', 'inbox', true],
    [{ kind: 'likelyOptOuts', count: 2 }, '2 replies may be an opt-out: decide', 'inbox', true],
    [{ kind: 'unreadConversations', count: 1 }, '1 conversation unread', 'inbox?unread=true', false],
    [{ kind: 'awaitingApproval', ...CAMPAIGN }, '“Sale” waits for an approval', 'campaigns/cmp_1', false],
    [{ kind: 'campaignPaused', ...CAMPAIGN }, '“Sale” is paused', 'campaigns/cmp_1', false],
    [{ kind: 'campaignSentBack', ...CAMPAIGN }, '“Sale” was sent back: change it', 'campaigns/cmp_1', false],
    [
      { kind: 'automationAwaitingApproval', ...AUTOMATION },
      '“Welcome” waits for an approval',
      'automations/aut_1',
      false,
    ],
    [
      { kind: 'automationSentBack', ...AUTOMATION },
      '“Welcome” was sent back: change it',
      'automations/aut_1',
      false,
    ],
    [{ kind: 'automationPaused', ...AUTOMATION }, '“Welcome” is paused', 'automations/aut_1', false],
    [{ kind: 'campaignFailed', ...CAMPAIGN, at: AT }, '“Sale” could not begin.', 'campaigns/cmp_1', true],
    [
      { kind: 'campaignFailed', ...CAMPAIGN, at: AT, errorCode: 33028 },
      '“Sale” could not begin. No contact of the audience could be sent to.',
      'campaigns/cmp_1',
      true,
    ],
    [{ kind: 'lowCredits', sms: 1_000, mms: 0 }, 'Few credits left: 1,000 SMS, 0 MMS', 'settings', true],
    [
      { kind: 'quotaNearlyUsed', limit: 200_000, usedToday: 180_000 },
      '180,000 of 200,000 texts of today are used',
      'settings',
      true,
    ],
    [
      { kind: 'budgetNearlyUsed', budget: 500, spent: 412.5 },
      '$412.50 of $500.00 for texts of this month are spent',
      'usage',
      false,
    ],
    [
      { kind: 'budgetNearlyUsed', budget: 500, spent: 500 },
      '$500.00 of $500.00 for texts of this month are spent',
      'usage',
      true,
    ],
    [
      { kind: 'webhookFailing', ...ENDPOINT, since: AT },
      'The webhook at example.com fails',
      'webhooks/end_1',
      true,
    ],
    [
      { kind: 'webhookDisabled', ...ENDPOINT, reason: 'gone' },
      'The webhook at example.com is off',
      'webhooks/end_1',
      false,
    ],
    [{ kind: 'noActiveNumber' }, 'The account has no active number: nothing can be sent', 'numbers', true],
  ])('%j is a line', async (item, text, screen, isUrgent) => {
    const { lineOf } = await load();
    expect(lineOf(item)).toEqual({ text, screen, isUrgent });
  });
});
