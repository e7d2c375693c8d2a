import {
  CUSTOMERS,
  journeyWith,
  linesAbout,
  readDraft,
  smsThen,
} from '../../../../../support/pinpoint/pinpoint-documents';

const read = (text: string, fields: Record<string, string> = {}) =>
  readDraft(journeyWith({ sms: smsThen() }), { templates: { WelcomeText: text }, fields });
const bodyOf = (text: string, fields?: Record<string, string>) => {
  const { draft } = read(text, fields);
  return 'steps' in draft ? draft.steps : [];
};

describe('a tag of Pinpoint', () => {
  it.each([
    ['{{Address}}', '{{contact_phone_number}}'],
    ['{{User.UserAttributes.FirstName}}', '{{contact_first_name}}'],
    ['{{User.UserAttributes.first_name.[0]}}', '{{contact_first_name}}'],
    ['{{ Attributes.lastName[0] }}', '{{contact_last_name}}'],
    ['{{{Attributes.Plan.[0]}}}', '{{contact_custom_field_1}}'],
    ['{{Attributes.[plan].[0]}}', '{{contact_custom_field_1}}'],
    ['{{Metrics.Visits}}', '{{contact_custom_field_2}}'],
    ['{{Location.PostalCode}}', '{{contact_zip_code}}'],
  ])('%s becomes %s', (tag, ours) => {
    expect(bodyOf(`Hi ${tag}!`)).toEqual([{ send: { body: `Hi ${ours}!` } }]);
  });

  it.each([
    [
      '{{User.UserAttributes.Nick.[0]}}',
      { 'User.UserAttributes.Nick': 'firstName' },
      '{{contact_first_name}}',
    ],
    [
      '{{Attributes.[Shoe size].[0]}}',
      { 'Attributes.Shoe size': 'customFields.visits' },
      '{{contact_custom_field_2}}',
    ],
    ['{{User.UserId}}', { 'User.UserId': 'email' }, '{{contact_email}}'],
    ['{{Attributes.carrier}}', { 'Attributes.carrier': 'event.carrier' }, '{{event_carrier}}'],
  ])('%s becomes the field that it is mapped to', (tag, fields, ours) => {
    expect(bodyOf(tag, fields)).toEqual([{ send: { body: ours } }]);
  });

  it.each([
    ['{{Attributes.number}}', 'say with --map "Attributes.number=FIELD" which field it is'],
    ['{{Location.City}}', 'texts cannot show that field'],
    ['{{#if Attributes.Plan}}', 'helpers and conditions of templates have no counterpart'],
  ])('%s stays, and is told', (tag, reason) => {
    expect(bodyOf(tag)).toEqual([{ send: { body: tag } }]);
    expect(linesAbout(read(tag), '/Activities/sms')).toContain(
      `left ${tag} stays in the text, and the start refuses it: ${reason}.`,
    );
  });

  it('of ours stays', () => {
    const text =
      '{{contact_first_name}} {{ current_date }} {{dateOffset "5d"}} {{trackingLink "a.b/c"}} {{event_x}}';

    expect(bodyOf(text)).toEqual([{ send: { body: text } }]);
    expect(linesAbout(read(text), '/Activities/sms/SMS/TemplateName')).toEqual([
      'taken The text that was given for WelcomeText.',
    ]);
  });
});

describe('the text of a template', () => {
  it('is that of get-sms-template, whose default values are told', () => {
    const template = JSON.stringify({
      SMSTemplateResponse: { Body: 'Hi', DefaultSubstitutions: '{"User.UserAttributes.FirstName":"you"}' },
    });

    expect(bodyOf(template)).toEqual([{ send: { body: 'Hi' } }]);
    expect(linesAbout(read(template), '/Activities/sms/SMS/TemplateName')[1]).toBe(
      'left The default values of the template (User.UserAttributes.FirstName): contacts without a value get nothing in its place.',
    );
  });

  it.each([
    ['Hi\n', 'Hi'],
    ['Hi\r\n', 'Hi'],
    ['{"a":1}', '{"a":1}'],
    ['{', '{'],
  ])('%j is %j', (text, body) => {
    expect(bodyOf(text)).toEqual([{ send: { body } }]);
  });

  it('has at most 640 characters', () => {
    expect(read('😀'.repeat(640)).needs).toEqual([]);
    expect(read('x'.repeat(641)).needs).toEqual([
      'a shorter text in /Activities/sms/SMS/TemplateName: it has 641 characters, and a text has at most 640',
    ]);
  });

  it('takes the place of a text in the document when it is given', () => {
    const campaign = {
      Id: 'c1',
      Name: 'Campaign',
      SegmentId: CUSTOMERS,
      MessageConfiguration: { SMSMessage: { Body: 'Old', OriginationNumber: '+12065550100' } },
    };
    const read = readDraft(campaign, { templates: { c1: 'New' } });

    expect(read.draft).toMatchObject({ body: 'New' });
    expect(linesAbout(read, '/MessageConfiguration/SMSMessage/Body')).toEqual([
      'taken The text that was given for c1.',
    ]);
  });
});
