import type { Page } from 'playwright-core';
import { operate } from '../support/service/operate';
import { openScreen, type DemoRole } from './browser';
import { callApi, readDemo } from './demo';

/** Tests of what comes before and with an approval: the test list, the note to who approves, and what editors submit. */
export function testApprovals(as: (role: DemoRole) => Promise<Page>): void {
  const demo = readDemo();

  async function checkDraft(page: Page): Promise<string> {
    const { id } = await callApi<{ id: string }>(demo, 'POST', '/api/v1/campaigns', {
      ...{ name: 'Spring menu', from: demo.from, purpose: 'informational' },
      ...{ body: 'Hello. Reply STOP to opt out.', audience: { groups: [demo.groups[0]?.id] } },
    });
    await openScreen(page, demo, `campaigns/${id}/edit`);
    for (const shown of ['Checked and saved as a draft', 'As soon as it is launched', 'First text']) {
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText(shown === 'Checked and saved as a draft' ? /saved as a draft/i : shown).waitFor();
    }
    return id;
  }

  describe('the test list', () => {
    it('is a group that an administrator names, whose members senders and editors choose from', async () => {
      const early = await as('editor');
      await checkDraft(early);
      await early.getByText('There is no test list.').waitFor();
      expect(await early.getByRole('button', { name: 'Send test' }).count()).toBe(0);

      const { id: groupId } = await operate<{ id: string }>(
        ...[
          'group',
          'create',
          '--account',
          demo.accountId,
          '--name',
          'Test phones',
          '--opt-in-type',
          'SINGLE',
        ],
      );
      const phone = '/api/v1/contacts/by-phone/%2B12065559101';
      await callApi(demo, 'POST', phone, { firstName: 'Tess', lastName: 'Phone' });
      await callApi(demo, 'POST', `${phone}/groups/${groupId}`);
      const admin = await as('admin');
      await openScreen(admin, demo, 'settings');
      await admin.getByRole('button', { name: /Test list/ }).click();
      await admin.getByRole('option', { name: 'Test phones' }).click();
      await admin.getByRole('button', { name: 'Save' }).click();
      await admin.getByText('The settings are saved.').waitFor();

      for (const [role, ofOthers] of [
        ['sender', 1],
        ['editor', 0],
      ] as const) {
        const page = await as(role);
        await checkDraft(page);
        await page.getByRole('button', { name: /Phones of the test list/ }).click();
        await page.getByRole('option', { name: 'Tess Phone' }).click();
        await page.keyboard.press('Escape');
        expect(await page.getByLabel('Another phone number').count()).toBe(ofOthers);
        await page.getByRole('button', { name: 'Send test' }).click();
        await page.getByText('Sent to +12065559101.').waitFor();
      }
    });
  });

  describe('a campaign that needs an approval', () => {
    it('is submitted with a note, which who approves sees before confirming how many people get it', async () => {
      await operate('account', 'set', '--account', demo.accountId, '--approval-above', '1');
      const sender = await as('sender');
      const id = await checkDraft(sender);
      await sender.getByLabel('Note to who approves').fill('Agreed with the kitchen on Monday.');
      await sender.getByRole('button', { name: 'Submit for approval' }).click();
      await sender.waitForURL(/campaigns\/cmp_\w+$/);
      await sender.getByText('Agreed with the kitchen on Monday.').waitFor();
      const admin = await as('admin');
      await openScreen(admin, demo, `campaigns/${id}`);
      await admin.getByText('Agreed with the kitchen on Monday.').waitFor();
      await admin.getByText('Takes', { exact: true }).waitFor();
      await admin.getByRole('button', { name: 'Approve' }).click();
      await admin.getByRole('button', { name: /^Text [\d,]+ people$/ }).click();
      await admin.getByText('The campaign is approved.').waitFor();
      await operate(
        'account',
        'set',
        '--account',
        demo.accountId,
        '--approval-above',
        'none',
        '--test-group',
        '',
      );
    });
  });

  describe('an editor', () => {
    it('submits a campaign with a note, which a sender approves though the account wants no approval', async () => {
      const editor = await as('editor');
      const id = await checkDraft(editor);
      await editor.getByText('A sender or administrator has to approve what you submit').waitFor();
      await editor.getByLabel('Note to who approves').fill('For the opening on Friday.');
      await editor.getByRole('button', { name: 'Submit for approval' }).click();
      await editor.waitForURL(/campaigns\/cmp_\w+$/);
      const submitted = editor.getByText('The campaign is submitted.');
      await submitted.waitFor();
      await editor.getByText('and not the one who submitted it').waitFor();
      expect(await editor.getByRole('button', { name: 'Approve' }).count()).toBe(0);
      const sender = await as('sender');
      await openScreen(sender, demo, `campaigns/${id}`);
      await sender.getByText('Who submitted it may not launch campaigns.').waitFor();
      await sender.getByText('For the opening on Friday.').waitFor();
      await sender.getByRole('img', { name: '1 approval to decide' }).waitFor();
      await sender.getByRole('button', { name: 'Approve' }).click();
      const approving = sender.waitForRequest(/\/approve$/);
      await sender.getByRole('button', { name: /^Text [\d,]+ people$/ }).click();
      expect((await approving).postDataJSON()).toEqual({
        askedAt: expect.stringMatching(/^\d{4}-/) as string,
      });
      await sender.getByText('The campaign is approved.').waitFor();
      await editor.getByText('Approved', { exact: true }).waitFor();
      await submitted.waitFor({ state: 'detached' });
    });

    it('submits an automation, which a sender sends back', async () => {
      const { id } = await callApi<{ id: string }>(demo, 'POST', '/api/v1/automations', {
        ...{ name: 'Hello', from: demo.from, purpose: 'informational', entry: 'once' },
        ...{
          trigger: { joined: demo.groups[0]?.id },
          steps: [{ send: { body: 'Hello. Reply STOP to opt out.' } }],
        },
      });
      const editor = await as('editor');
      await openScreen(editor, demo, `automations/${id}`);
      await editor.getByRole('button', { name: 'Submit for approval' }).click();
      await editor.getByLabel('Note to who approves').fill('Wanted by the shop.');
      await editor.getByRole('button', { name: 'Submit automation' }).click();
      await editor.getByText('The automation is submitted.').waitFor();
      const sender = await as('sender');
      await openScreen(sender, demo, `automations/${id}`);
      await sender.getByText('Wanted by the shop.').waitFor();
      await sender.getByRole('button', { name: 'Send back' }).click();
      await sender.getByLabel('Reason').fill('Greet them by name.');
      await sender.getByRole('button', { name: 'Send back with this reason' }).click();
      await sender.getByText('The automation is sent back.').waitFor();
      await editor.reload();
      await editor.getByText('Greet them by name.').waitFor();
      await editor.getByRole('button', { name: 'Submit for approval' }).waitFor();
      await editor.getByRole('link', { name: 'Edit' }).click();
      await editor.getByRole('heading', { name: 'Edit Hello' }).waitFor();
      await editor.getByText('Greet them by name.').waitFor();
    });
  });
}
