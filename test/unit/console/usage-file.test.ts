import type { Usage } from '../../../console/src/api/schemas';
import { loadAsReader } from '../../support/console/load-as-reader';

const load = loadAsReader(() => import('../../../console/src/screens/usage/usage-file'));
const figures = (price: number, texts: number) => ({
  ...{ price, texts, parts: texts * 2 },
  credits: { sms: texts * 4, mms: 0 },
});
const HEADER = 'Price in US dollars,Texts,Parts,SMS credits,MMS credits';
const USAGE: Usage = {
  ...{ month: '2026-11', timeZone: 'America/Los_Angeles', total: figures(3.12345, 30) },
  days: [
    { day: '2026-11-01', ...figures(0, 0) },
    { day: '2026-11-02', ...figures(3.12345, 30) },
  ],
  sources: [
    { kind: 'campaign', id: 'cmp_1', name: 'Thank you, Gold', ...figures(2, 20) },
    { kind: 'automation', id: 'aut_1', name: '=Birthday', ...figures(1, 9) },
    { kind: 'message', ...figures(0.12345, 1) },
  ],
  numbers: [
    { number: '72627', ...figures(3, 29) },
    { number: 'other', ...figures(0.12345, 1) },
  ],
  countries: [{ country: 'US', ...figures(3.12345, 30) }],
};

describe('a table of the month as a file', () => {
  it('has a line for each campaign, whose prices add up to the month', async () => {
    const { writePart } = await load();
    const file = writePart(USAGE, 'sources');
    expect(file).toBe(
      `\ufeffSent by,${HEADER}\n` +
        '"Thank you, Gold",2,20,40,80,0\n' +
        "'=Birthday,1,9,18,36,0\n" +
        'Single texts and replies,0.12345,1,2,4,0\n',
    );
  });

  it.each([
    ['numbers', 'Number', '72627,3,29,58,116,0\nAll others,0.12345,1,2,4,0\n'],
    ['countries', 'Country', 'United States,3.12345,30,60,120,0\n'],
    ['days', 'Day', '2026-11-02,3.12345,30,60,120,0\n'],
  ] as const)('by %s has the rows of the screen', async (part, name, lines) => {
    const { writePart } = await load();
    expect(writePart(USAGE, part)).toBe(`\ufeff${name},${HEADER}\n${lines}`);
  });
});
