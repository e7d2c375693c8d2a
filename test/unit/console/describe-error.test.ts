import { describeError, RequestError } from '../../../console/src/api/request-error';

const refused = (pointer: string, reason: string) =>
  describeError(
    new RequestError(
      {
        code: 33100,
        message: `The request is invalid: ${pointer} ${reason}.`,
        details: { errors: [{ pointer, reason }] },
      },
      new Response(null, { status: 400 }),
    ),
  );

describe('an error that a form shows', () => {
  it.each([
    ['/url', 'url'],
    ['/audience/sendingHours', 'audience sending hours'],
    ['?limit', 'limit'],
  ])('names the field %s as %s', (pointer, words) => {
    expect(refused(pointer, 'must be there')).toBe(`The request is invalid. ${words}: must be there`);
  });
});
