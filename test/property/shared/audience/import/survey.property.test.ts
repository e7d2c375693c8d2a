import { Readable } from 'node:stream';
import fc from 'fast-check';
import { openRows } from '../../../../../shared/audience/import/internal/open-rows';
import { newDescription } from '../../../../../shared/audience/import/source-row';
import { type RowFate, surveyFile } from '../../../../../shared/audience/import/internal/survey-file';

const SCHEMA = { fields: [], nextGeneration: 1, version: 0 };
const FOREVER = 1_000_000;
const numRuns = Number(process.env.FC_RUNS ?? 300);

interface Line {
  phone: number;
  at: number;
  channel: 'SMS' | 'EMAIL' | 'PUSH';
  isInactive: boolean;
  isOut: boolean;
  isBad: boolean;
}

const line = fc.record<Line>({
  phone: fc.integer({ min: 0, max: 3 }),
  at: fc.integer({ min: 0, max: 3 }),
  channel: fc.constantFrom('SMS', 'SMS', 'SMS', 'EMAIL', 'PUSH'),
  isInactive: fc.boolean(),
  isOut: fc.boolean(),
  isBad: fc.boolean(),
});

const numberOf = (phone: number) => `+1212555010${phone}`;
const toPinpoint = ({ phone, at, channel, isInactive, isOut, isBad }: Line, index: number) =>
  JSON.stringify({
    ChannelType: channel,
    Address: channel === 'EMAIL' ? `e${index}@example.com` : numberOf(phone),
    EndpointStatus: isInactive ? 'INACTIVE' : 'ACTIVE',
    OptOut: isOut ? 'ALL' : 'NONE',
    ...(at > 0 && { EffectiveDate: `2026-01-0${at}T00:00:00Z` }),
    Location: { Country: isBad ? 'XX' : 'US' },
    User: { UserId: `user${phone}` },
  });
const toJson = ({ phone, isOut, isBad }: Line) =>
  JSON.stringify({ phoneNumber: numberOf(phone), optedOut: isOut, email: isBad ? 'x' : 'a@example.com' });

/** Returns the outcome of each row when the file is imported window after window. */
async function fatesOf(text: string, format: 'pinpoint' | 'jsonl', windowRows: number): Promise<RowFate[]> {
  const open = () => Readable.from([Buffer.from(text)]);
  const fates: RowFate[] = [];
  for (;;) {
    const from = fates.length;
    const survey = await surveyFile(open, {
      ...{ format, mapping: {}, schema: SCHEMA, countries: [], dateFormat: undefined, from, windowRows },
    });
    let index = -1;
    for await (const row of openRows(open(), survey.reading, newDescription())) {
      index += 1;
      if (index < from) survey.addEarlier(row, index);
      else if (index < survey.end) fates.push(survey.fateOf(row, index));
    }
    if (fates.length === survey.rowCount) return fates;
  }
}

describe('the survey of a file (rules E5)', () => {
  it.each(['pinpoint', 'jsonl'] as const)(
    'of %s decides on each row alike, however wide its window',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(line, { minLength: 1, maxLength: 12 }),
          fc.integer({ min: 1, max: 13 }),
          async (lines, windowRows) => {
            const text = lines.map(format === 'pinpoint' ? toPinpoint : toJson).join('\n');
            const whole = await fatesOf(text, format, FOREVER);
            expect(await fatesOf(text, format, windowRows)).toEqual(whole);
          },
        ),
        { numRuns },
      );
    },
  );

  it('lets one row of a number become a contact, the latest, and opts it out when any of its rows says so', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
        const fates = await fatesOf(lines.map(toPinpoint).join('\n'), 'pinpoint', 5);
        for (let phone = 0; phone <= 3; phone++) {
          const ofPhone = lines.flatMap((one, index) =>
            one.phone === phone && one.channel === 'SMS' ? [{ ...one, index }] : [],
          );
          const contacts = ofPhone.filter(({ isInactive, isBad }) => !isInactive && !isBad);
          const winner = [...contacts].sort((a, b) => a.at - b.at || a.index - b.index).at(-1);
          const isRefused = ofPhone.some(({ isOut }) => isOut);
          const candidates = ofPhone.filter(({ index }) => fates[index]?.kind === 'candidate');
          expect(candidates.map(({ index }) => index)).toEqual(winner ? [winner.index] : []);
          const fate = winner && fates[winner.index];
          const isOptedOut = fate?.kind === 'candidate' && fate.candidate.optedOut !== undefined;
          expect(isOptedOut).toBe(winner !== undefined && isRefused);
          // Each number that is opted out counts once.
          const counted = ofPhone.filter(({ index }) => {
            const one = fates[index];
            if (one?.kind === 'candidate') return one.candidate.optedOut !== undefined;
            return one?.kind === 'rejected'
              ? one.isOptingOut
              : one?.kind === 'leftOut' && one.optOut !== undefined;
          });
          expect(counted).toHaveLength(isRefused ? 1 : 0);
        }
      }),
      { numRuns },
    );
  });
});
