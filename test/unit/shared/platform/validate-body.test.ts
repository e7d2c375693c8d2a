import { type Validator, validateBody } from '../../../../shared/platform/validation/validate-body';
import validateAutomation from '../../../../shared/platform/validation/generated/automation';
import validateEvents from '../../../../shared/platform/validation/generated/events';

function errorsOf(validate: Validator<unknown>, body: unknown): unknown {
  try {
    validateBody(validate, body);
  } catch (error) {
    return (error as { details: { errors: unknown } }).details.errors;
  }
  return [];
}

const automation = (entry: unknown) => ({
  name: 'Welcome',
  from: '+12065550100',
  purpose: 'marketing',
  trigger: { joined: 'grp_1' },
  entry,
  steps: [{ send: { body: 'Hello' } }],
});

describe('a value with several forms', () => {
  it.each([['once'], ['always'], [{ onceInDays: 7 }]])('can be %j', (entry) => {
    expect(errorsOf(validateAutomation, automation(entry))).toEqual([]);
  });

  it('that is close to one of them is told only what is wrong in that one', () => {
    expect(errorsOf(validateAutomation, automation({ onceInDays: 0 }))).toEqual([
      { pointer: '/entry/onceInDays', reason: 'must be 1 or more' },
    ]);
  });

  it.each([[7], ['sometimes']])('that is close to none, as %j, is told once of all', (entry) => {
    expect(errorsOf(validateAutomation, automation(entry))).toEqual([
      { pointer: '/entry', reason: 'must be one of once, always, or an object' },
    ]);
  });

  it('can be one within a list', () => {
    const event = { name: 'order.shipped', to: '+12125550123' };
    const events = [
      { ...event, data: { order: 1 } },
      { ...event, data: { order: null } },
    ];
    expect(errorsOf(validateEvents, { events })).toEqual([
      { pointer: '/events/1/data/order', reason: 'must be a string, or a number, or true or false' },
    ]);
  });
});

describe('a name that the caller chooses', () => {
  it('is told with its place and what it must be', () => {
    const event = { name: 'order.shipped', to: '+12125550123', data: { 'order no': 1 } };
    expect(errorsOf(validateEvents, { events: [event] })).toEqual([
      {
        pointer: '/events/0/data/order no',
        reason: 'must have a name of 1 to 50 letters, digits and _ . -, beginning with a letter',
      },
    ]);
  });
});
