import fc from 'fast-check';
import {
  chipAt,
  differenceOf,
  keepOutOfChips,
  rangeOfDeletion,
} from '../../../console/src/texts/chip-ranges';
import { AUTOMATION_TEXT, CAMPAIGN_TEXT, MESSAGE_TEXT, piecesOf } from '../../../console/src/texts/pieces';
import { ShownText } from '../../../console/src/texts/shown-text';
import { describeValue, type Value, valueOf, writeTag } from '../../../console/src/texts/value';
import { findTags } from '../../../shared/content/merge-tag-parser';

const FIELDS = new Map([
  ['contact_custom_field_1', 'First name'],
  ['contact_custom_field_2', 'Plan'],
]);
const FRIEND = '{{contact_first_name or "friend"}}';
/** Words of chips without the characters that enclose them. */
const plain = (shown: string) => shown.replaceAll('\u2063', '<').replaceAll('\u2064', '>');

describe('a value', () => {
  it.each<[Value, string, string]>([
    [{ kind: 'contact', name: 'contact_email', ifEmpty: '' }, '{{contact_email}}', 'Email'],
    [
      { kind: 'contact', name: 'contact_custom_field_2', ifEmpty: 'none' },
      '{{contact_custom_field_2 or "none"}}',
      'Plan, if empty: none',
    ],
    [
      { kind: 'contact', name: 'contact_custom_field_5', ifEmpty: '' },
      '{{contact_custom_field_5}}',
      'Custom field 5',
    ],
    [
      { kind: 'event', name: 'total', ifEmpty: '0 "' },
      `{{event_total or '0 "'}}`,
      'Event: total, if empty: 0 "',
    ],
    [{ kind: 'today' }, '{{current_date}}', 'Today'],
    [{ kind: 'date', offset: '7d' }, '{{dateOffset "7d"}}', 'Date in 7 days'],
    [{ kind: 'date', offset: '-1m' }, '{{dateOffset "-1m"}}', 'Date 1 month ago'],
    [{ kind: 'link', link: 'go.acme.com/a' }, '{{trackingLink "go.acme.com/a"}}', 'Link go.acme.com/a'],
  ])('is written as a tag, read again and described: %j', (value, tag, words) => {
    expect([writeTag(value), describeValue(value, FIELDS)]).toEqual([tag, words]);
    expect(findTags(tag, { hasDefaults: true }).map(valueOf)).toEqual([value]);
  });

  it('with both kinds of quotes in its default gets single ones', () => {
    expect(writeTag({ kind: 'contact', name: 'contact_email', ifEmpty: `it's "x"` })).toBe(
      `{{contact_email or "it's 'x'"}}`,
    );
  });
});

describe('the pieces of a text', () => {
  it('are words, values, and braces that are no tag', () => {
    expect(piecesOf(`Hi ${FRIEND}, {{frist}} {{event_a}}`, CAMPAIGN_TEXT)).toEqual([
      { kind: 'words', text: 'Hi ' },
      {
        kind: 'value',
        text: FRIEND,
        value: { kind: 'contact', name: 'contact_first_name', ifEmpty: 'friend' },
      },
      { kind: 'words', text: ', ' },
      { kind: 'unknown', text: '{{frist}}' },
      { kind: 'words', text: ' ' },
      { kind: 'unknown', text: '{{event_a}}' },
    ]);
  });

  it('of an automation have values of events, and of a single message no default', () => {
    expect(piecesOf('{{event_a}}', AUTOMATION_TEXT)[0]?.kind).toBe('value');
    expect(piecesOf(FRIEND, MESSAGE_TEXT)).toEqual([{ kind: 'unknown', text: FRIEND }]);
  });

  const part = fc.constantFrom(
    ...[
      '{{',
      '}}',
      '{',
      ' ',
      '"',
      "'",
      '\n',
      'contact_email',
      '{{contact_email}}',
      FRIEND,
      '{{x}}',
      'a',
      '🎈',
    ],
  );
  const text = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));

  it('joined are the text again, and so is what a field shows when it is read', () => {
    const texts = new ShownText(CAMPAIGN_TEXT, FIELDS);
    fc.assert(
      fc.property(text, (body) => {
        expect(
          piecesOf(body, CAMPAIGN_TEXT)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(body);
        const shown = texts.show(body);
        expect(texts.read(shown)).toBe(body);
        expect(
          texts
            .marksIn(shown)
            .map((mark) => mark.text)
            .join(''),
        ).toBe(shown);
      }),
    );
  });

  it('differ from others in one range', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { start, end, text: put } = differenceOf(before, after);
        expect(before.slice(0, start) + put + before.slice(end)).toBe(after);
      }),
    );
  });
});

describe('a shown text', () => {
  it('has the words of values in the place of their tags', () => {
    const texts = new ShownText(CAMPAIGN_TEXT, FIELDS);
    expect(plain(texts.show(`Hi ${FRIEND}, {{frist}} {{current_date}}`))).toBe(
      'Hi <First name, if empty: friend>, {{frist}} <Today>',
    );
  });

  it('tells values with the same words apart', () => {
    const texts = new ShownText(CAMPAIGN_TEXT, FIELDS);
    const body = '{{contact_first_name}} {{contact_custom_field_1}} {{ contact_first_name }}';
    expect(texts.read(texts.show(body))).toBe(body);
  });

  it('knows its chips again after an undo, and reads one that was cut apart as its words', () => {
    const texts = new ShownText(CAMPAIGN_TEXT, FIELDS);
    const shown = texts.show(FRIEND);
    texts.show('{{contact_email}}');
    expect(texts.read(`${shown}!`)).toBe(`${FRIEND}!`);
    expect(texts.read(`Hi ${shown.slice(0, 6)}`)).toBe('Hi First');
    expect(texts.read('\u2063nothing\u2064')).toBe('nothing');
  });

  it('has a chip of one line for a default of several', () => {
    const texts = new ShownText(CAMPAIGN_TEXT, FIELDS);
    const body = '{{contact_email or "a\n\u2064b"}}';
    expect(plain(texts.show(body))).toBe('<Email, if empty: a b>');
    expect(texts.read(texts.show(body))).toBe(body);
  });
});

describe('a chip', () => {
  // "ab" chip "cd" chip: positions 2 to 8 and 10 to 14.
  const chips = [
    { start: 2, end: 8, tag: '{{a}}' },
    { start: 10, end: 14, tag: '{{b}}' },
  ];
  const caret = (position: number) => ({ start: position, end: position });

  it.each([
    ['by the right arrow', caret(3), caret(2), caret(8)],
    ['by the left arrow', caret(7), caret(8), caret(2)],
    ['not where the caret is beside it', caret(8), caret(7), caret(8)],
    ['when a selection grows to the right', { start: 1, end: 3 }, { start: 1, end: 2 }, { start: 1, end: 8 }],
    [
      'when a selection shrinks from the right',
      { start: 1, end: 7 },
      { start: 1, end: 8 },
      { start: 1, end: 2 },
    ],
    [
      'when a selection shrinks from the left',
      { start: 3, end: 9 },
      { start: 2, end: 9 },
      { start: 8, end: 9 },
    ],
    ['outward after a drag', { start: 4, end: 12 }, { start: 4, end: 4 }, { start: 2, end: 14 }],
  ])('is crossed as a whole %s', (_title, selected, before, expected) => {
    expect(keepOutOfChips(chips, selected, before)).toEqual(expected);
  });

  it.each([
    ['backward behind it', caret(8), 'backward', { start: 2, end: 8 }],
    ['backward before it', caret(2), 'backward', undefined],
    ['forward before it', caret(10), 'forward', { start: 10, end: 14 }],
    ['forward behind it', caret(14), 'forward', undefined],
    ['backward in it', caret(5), 'backward', { start: 2, end: 8 }],
    ['of a selection that cuts it', { start: 0, end: 4 }, 'backward', { start: 0, end: 8 }],
    ['of a selection that cuts two', { start: 7, end: 11 }, 'forward', { start: 2, end: 14 }],
    ['of a selection that has it whole', { start: 1, end: 8 }, 'backward', undefined],
  ] as const)('goes as a whole: a deletion %s', (_title, selected, direction, expected) => {
    const range = rangeOfDeletion(chips, selected, direction);
    expect(range && { start: range.start, end: range.end }).toEqual(expected);
  });

  it('is found by a position in it', () => {
    expect([2, 3, 7, 8, 12].map((position) => chipAt(chips, position)?.tag)).toEqual([
      ...[undefined, '{{a}}', '{{a}}', undefined, '{{b}}'],
    ]);
  });
});
