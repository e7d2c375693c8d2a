import { ACCOUNT_COLOURS, MEANINGS, PILLS, type Shade, SURFACES } from '../../../console/src/theme/palette';

/** Least contrast of text with what is behind it, and of a drawing: WCAG 2.2, AA. */
const TEXT_CONTRAST = 4.5;
const DRAWING_CONTRAST = 3;
const MODES = ['light', 'dark'] as const;

/** Relative luminance as WCAG defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const pairs = (front: Record<string, Shade>, behind: Record<string, Shade>) =>
  Object.entries(front).flatMap(([name, shade]) =>
    Object.entries(behind).flatMap(([place, ground]) =>
      MODES.map((mode) => [name, place, mode, contrast(shade[mode], ground[mode])] as const),
    ),
  );
const { canvas, card, sunken, ink, accent, theirs, ours } = SURFACES;

describe('contrast', () => {
  it('is computed as WCAG does', () => {
    expect([contrast('#000000', '#ffffff'), contrast('#777777', '#ffffff').toFixed(2)]).toEqual([21, '4.48']);
  });

  it.each(pairs({ ink, 'ink-quiet': SURFACES['ink-quiet'], accent, ...MEANINGS }, { canvas, card, sunken }))(
    'of %s on %s in %s is enough for text',
    (_front, _behind, _mode, found) => {
      expect(found).toBeGreaterThanOrEqual(TEXT_CONTRAST);
    },
  );

  it.each(
    Object.keys(PILLS).flatMap((name) => {
      const look = name as keyof typeof PILLS;
      return MODES.map((mode) => [look, mode, contrast(MEANINGS[look][mode], PILLS[look][mode])] as const);
    }),
  )('of %s on its pill in %s is enough for text', (_look, _mode, found) => {
    expect(found).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  it.each([
    ...pairs({ 'on-accent': SURFACES['on-accent'] }, { accent }),
    ...pairs({ 'on-ours': SURFACES['on-ours'] }, { ours }),
    ...pairs({ ink }, { theirs }),
    ...pairs({ accent }, { 'accent-soft': SURFACES['accent-soft'] }),
  ])('of %s on %s in %s is enough for text', (_front, _behind, _mode, found) => {
    expect(found).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  it.each(ACCOUNT_COLOURS)('of the account colour %s with white letters is enough for text', (colour) => {
    expect(contrast('#ffffff', colour)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
  });

  it.each(pairs(MEANINGS, { card }))(
    'of bars of %s on a %s in %s is enough to see them',
    (_f, _b, _m, found) => {
      expect(found).toBeGreaterThanOrEqual(DRAWING_CONTRAST);
    },
  );
});

describe('meanings', () => {
  it.each(MODES)('have a colour of their own each in %s', (mode) => {
    const colours = Object.values(MEANINGS).map((shade) => shade[mode]);
    expect(new Set(colours).size).toBe(colours.length);
  });
});
