import { sqsBody } from '../../../../shared/platform/sqs-body';

it('writes JSON in ASCII, and changes nothing of what it says', () => {
  const said = { text: 'Ünï 世 \u{1f600} "quoted" \\ \n', '\u{1f389}': ['\u2028', 1] };
  const body = sqsBody(JSON.stringify(said));
  expect(body).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(body)).toEqual(said);
});

it('leaves a text that is no JSON as it is', () => {
  expect(sqsBody('no {JSON} \u{1f600}')).toBe('no {JSON} \u{1f600}');
});
