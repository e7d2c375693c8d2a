import type { Notice } from '../../../../shared/approvals/internal/notice';
import { writeNotice } from '../../../../shared/approvals/internal/notice-text';

const NAMES = {
  campaignId: 'cmp_1',
  name: 'Spring',
  words: undefined as string | undefined,
  accountName: 'Acme',
  launchedBy: 'Ann Lee',
  decidedBy: undefined,
  consoleUrl: 'https://sms.example.com/console/acc_1',
};
const AWAITING: Notice = {
  ...{ kind: 'awaiting', launchedBy: undefined, decidedBy: undefined },
  ...{ recipients: undefined, putBack: undefined, decidedAt: undefined },
};
const textOf = (notice: Partial<Notice>, names: Partial<typeof NAMES> = {}) =>
  writeNotice({ ...AWAITING, ...notice }, { ...NAMES, ...names }).text;
const subjectOf = (name: string) => writeNotice(AWAITING, { ...NAMES, name }).subject;

describe('E4.7: the text of a notice', () => {
  it('names the campaign, the account, who launched it and the page', () => {
    expect(textOf({})).toBe(
      [
        'The campaign "Spring" of Acme awaits an approval.',
        '',
        'Launched by: Ann Lee',
        '',
        'See it in the console: https://sms.example.com/console/acc_1/campaigns/cmp_1',
        '',
        'Administrators of the account choose who gets these e-mails: Settings, "E-mail of approvals".',
      ].join('\n'),
    );
  });

  it('has the recipients and the words of a decision, by whom', () => {
    const decided = (words: string) => ({ decidedBy: 'Eve', words }) as object;
    expect(textOf({ kind: 'approved', recipients: 12_345 }, decided('Fine.'))).toContain(
      'was approved.\n\nRecipients: 12,345\nLaunched by: Ann Lee\nApproved by: Eve\nComment: Fine.\n',
    );
    expect(textOf({ kind: 'rejected' }, decided('Too long.'))).toContain(
      'was rejected.\n\nLaunched by: Ann Lee\nRejected by: Eve\nReason: Too long.\n',
    );
  });

  it.each<[NonNullable<Notice['putBack']>, string]>([
    [{ reason: 'audience_grew', approved: 1_000, now: 1_200 }, 'beyond the 1,000 recipients'],
    [{ reason: 'plan_changed' }, 'differs from what was approved'],
    [{ reason: 'launcher_lost_right' }, 'may no longer launch'],
  ])('says why it was put back: %j', (putBack, words) => {
    expect(textOf({ putBack })).toContain(words);
  });

  it('has no link without a console, and leads to the page of an automation', () => {
    expect(textOf({}, { consoleUrl: undefined as unknown as string })).not.toContain('http');
    const automation = textOf({}, { campaignId: 'aut_1' });
    expect(automation).toContain('The automation "Spring"');
    expect(automation).toContain('/console/acc_1/automations/aut_1');
    expect(automation).toContain('Started by: Ann Lee');
  });
});

describe('E4.7: the subject of a notice', () => {
  it.each([
    ['Spring', 'Awaits approval: Spring'],
    ['Año Nuevo', 'Awaits approval: Ano Nuevo'],
    ['Two\r\nlines\u0007', 'Awaits approval: Two lines'],
    ['春', 'Awaits approval: ?'],
    ['Sale 🎉!', 'Awaits approval: Sale ?!'],
  ])('of %j is %j', (name, subject) => {
    expect(subjectOf(name)).toBe(subject);
  });

  it('has at most 99 characters', () => {
    expect(subjectOf('x'.repeat(82))).toHaveLength(99);
    expect(subjectOf('x'.repeat(83))).toBe(`Awaits approval: ${'x'.repeat(82)}`);
  });
});
