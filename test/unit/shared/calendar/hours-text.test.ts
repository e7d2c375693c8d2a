import fc from 'fast-check';
import { describeHours, readHours } from '../../../../shared/calendar/hours-text';
import { WEEKDAYS } from '../../../../shared/calendar/sending-hours';

describe('hours as one text', () => {
  it.each([
    ['09:00-17:00', { from: '09:00', to: '17:00' }],
    [' 00:00-24:00 ', { from: '00:00', to: '24:00' }],
    ['MON 09:00-17:00', { from: '09:00', to: '17:00', days: ['MON'] }],
    ['mon-fri 09:00-17:00', { from: '09:00', to: '17:00', days: ['MON', 'TUE', 'WED', 'THU', 'FRI'] }],
    ['SUN,MON-TUE,MON 09:00-17:00', { from: '09:00', to: '17:00', days: ['MON', 'TUE', 'SUN'] }],
  ])('%j is read', (text, hours) => {
    expect(readHours(text)).toEqual(hours);
  });

  it.each([
    ...['', '9:00-17:00', '09:00', '17:00-09:00', '09:00-09:00', '24:00-24:00', '09:00-24:01', '09:60-10:00'],
    ...[
      'MO 09:00-17:00',
      'MON- 09:00-17:00',
      'FRI-MON 09:00-17:00',
      'MON-WED-FRI 09:00-17:00',
      ', 09:00-17:00',
    ],
    ...['MON09:00-17:00', '09:00-17:00 MON'],
  ])('%j is refused', (text) => {
    expect(readHours(text)).toBeUndefined();
  });

  it('is read as it was written', () => {
    const time = fc.integer({ min: 0, max: 24 * 60 }).map((minute) => {
      const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
      return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
    });
    const hours = fc.record(
      { from: time, to: time, days: fc.subarray([...WEEKDAYS], { minLength: 1 }) },
      { requiredKeys: ['from', 'to'] },
    );
    fc.assert(
      fc.property(hours, (some) => {
        fc.pre(some.from < some.to);
        expect(readHours(describeHours(some))).toEqual(some);
      }),
    );
  });
});
