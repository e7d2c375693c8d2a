import fc from 'fast-check';
import { DateTime } from 'luxon';
import { countSegments } from '../../../../shared/content/segments';
import { findTags } from '../../../../shared/content/merge-tag-parser';
import {
  findTrackingLinks,
  resolveMergeTags,
  type MergeTagContact,
  type MergeTagOptions,
} from '../../../../shared/content/merge-tags';
import { parseE164, type E164 } from '../../../../shared/phone-numbers/e164';

const PHONE = parseE164('+12125550123') as E164;
const LINKS = ['a.io/1', 'b.io/2'];

// Pieces of tags, good and bad, and what a hostile writer would put between them.
const PIECE = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('{{', '}}', '{', '}', '"', "'", ' ', '\n', '\t', '\u00a0') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'contact_first_name',
      'contact_phone_number',
      'contact_zip_code',
      'contact_custom_field_1',
      'contact_custom_field_2',
      'contact_custom_field_8',
      'current_date',
      'dateOffset ',
      'trackingLink ',
      'first_name',
      '__proto__',
      'constructor',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('"5d"', "'-1m'", '"+99999y"', "'5'", '"a.io/1"', "'b.io/2'", '"c.io/3"', '""'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '{{contact_first_name}}',
      '{{ contact_custom_field_1 }}',
      '{{contact_custom_field_2}}',
      '{{contact_last_name}}',
      '{{current_date}}',
      '{{dateOffset "1m"}}',
      "{{ trackingLink 'a.io/1' }}",
      '{{trackingLink "c.io/3"}}',
      '{{nope}}',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
);
const TEXT = fc.array(PIECE, { maxLength: 40 }).map((pieces) => pieces.join(''));

const CUSTOM_VALUE = fc.oneof(
  TEXT,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.array(TEXT, { maxLength: 3 }),
);
const CONTACT: fc.Arbitrary<MergeTagContact | undefined> = fc.option(
  fc.record(
    {
      phoneNumber: fc.constant(PHONE),
      firstName: TEXT,
      lastName: TEXT,
      postalCode: TEXT,
      customFields: fc.record(
        { contact_custom_field_1: CUSTOM_VALUE, contact_custom_field_2: CUSTOM_VALUE },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['phoneNumber'] },
  ),
  { nil: undefined },
);

const TODAY = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const OPTIONS: fc.Arbitrary<MergeTagOptions> = fc.record({
  body: TEXT,
  contact: CONTACT,
  visibleCustomFieldKeys: fc
    .subarray(['contact_custom_field_1', 'contact_custom_field_2'])
    .map((keys) => new Set(keys)),
  registeredLinks: fc.subarray(LINKS).map((links) => new Set(links)),
  trackingToken: fc.constant('k3Jq9'),
  today: TODAY,
});

function resolveWith(body: string): { text: string; linkIds: string[] } {
  return resolveMergeTags({
    body,
    contact: { phoneNumber: PHONE, firstName: 'Ada' },
    visibleCustomFieldKeys: new Set(),
    registeredLinks: new Set(LINKS),
    trackingToken: 'k3Jq9',
    today: '2026-11-20',
  });
}

/**
 * Resolves tags by rules 2.7 in another way: one regular expression a pass, dates by luxon. For short texts only, since
 * hostile long ones would take it too long.
 */
function resolveNaively(options: MergeTagOptions): { text: string; linkIds: string[] } {
  const { body, contact, visibleCustomFieldKeys, registeredLinks, trackingToken, today } = options;
  const argument = `(?:"([^"]*)"|'([^']*)')`;
  const links = new RegExp(`\\{\\{[ \\t\\r\\n]*trackingLink[ \\t\\r\\n]+${argument}[ \\t\\r\\n]*\\}\\}`, 'g');
  const others = new RegExp(
    `\\{\\{[ \\t\\r\\n]*([^ \\t\\r\\n{}"']+)(?:[ \\t\\r\\n]+${argument})?[ \\t\\r\\n]*\\}\\}`,
    'g',
  );

  const values: Record<string, string | number | boolean | undefined> = {
    contact_first_name: contact?.firstName,
    contact_last_name: contact?.lastName,
    contact_email: contact?.email,
    contact_phone_number: contact === undefined ? '' : '+1 212 555 0123',
    contact_gender: contact?.gender,
    contact_date_of_birth: contact?.birthDate,
    contact_zip_code: contact?.postalCode,
  };
  for (let n = 1; n <= 7; n += 1) {
    const key = `contact_custom_field_${n}`;
    const value = visibleCustomFieldKeys.has(key) ? contact?.customFields?.[key] : undefined;
    values[key] = Array.isArray(value) ? value.join(', ') : value;
  }

  function write(date: DateTime): string | undefined {
    return date.isValid && date.year >= 1 && date.year <= 9999 ? date.toFormat('MM/dd/yyyy') : undefined;
  }
  const now = DateTime.fromISO(today, { zone: 'utc' });
  function replaceOther(tag: string, name: string, double?: string, single?: string): string {
    const given = double ?? single;
    if (name === 'dateOffset') {
      const match = /^([-+]?[0-9]+)(d|w|m|y)$/.exec(given ?? '');
      if (match === null) return tag;
      const unit = { d: 'days', w: 'weeks', m: 'months', y: 'years' }[match[2] as string] as string;
      return write(now.plus({ [unit]: Number(match[1]) })) ?? tag;
    }
    if (given !== undefined) return tag;
    if (name === 'current_date') return write(now) as string;
    return Object.hasOwn(values, name) ? String(values[name] ?? '') : tag;
  }

  const linkIds: string[] = [];
  let text = '';
  let position = 0;
  for (const match of body.matchAll(links)) {
    const link = match[1] ?? match[2] ?? '';
    const isRegistered = registeredLinks.has(link);
    if (isRegistered && !linkIds.includes(link)) linkIds.push(link);
    text += body.slice(position, match.index).replace(others, replaceOther);
    text += isRegistered ? `https://${link}?r=${trackingToken}` : link;
    position = match.index + match[0].length;
  }
  return { text: text + body.slice(position).replace(others, replaceOther), linkIds };
}

/** Counts how often `run` reads each index of `text`, and any character of any text. */
function countLooks(text: string, run: () => void): { most: number; total: number } {
  const looks = new Uint32Array(text.length + 2);
  let total = 0;
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const original = String.prototype.charCodeAt;
  String.prototype.charCodeAt = function (this: string, index: number): number {
    total += 1;
    looks[Math.min(index, text.length + 1)]! += 1;
    return original.call(this, index);
  };
  try {
    run();
  } finally {
    String.prototype.charCodeAt = original;
  }
  return { most: looks.subarray(0, text.length).reduce((most, count) => Math.max(most, count), 0), total };
}

describe('resolveMergeTags', () => {
  it('says the same as a naive reading of the rules', () => {
    fc.assert(
      fc.property(OPTIONS, (options) => {
        expect(resolveMergeTags(options)).toEqual(resolveNaively(options));
      }),
      { numRuns: 1500 },
    );
  });

  it('moves dates as luxon does', () => {
    const offset = fc.tuple(
      fc.oneof(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -12000, max: 12000 }), fc.integer()),
      fc.constantFrom('d', 'w', 'm', 'y'),
    );
    fc.assert(
      fc.property(OPTIONS, offset, (options, [amount, unit]) => {
        const asked = { ...options, body: `{{dateOffset "${amount}${unit}"}}` };
        expect(resolveMergeTags(asked)).toEqual(resolveNaively(asked));
      }),
      { numRuns: 1500 },
    );
  });

  it('never changes a text without two opening braces in a row', () => {
    fc.assert(
      fc.property(fc.oneof(TEXT, fc.string({ unit: 'binary' })), (raw) => {
        const text = raw.replaceAll('{', '{ ');
        expect(resolveWith(text)).toEqual({ text, linkIds: [] });
      }),
    );
  });

  it('leaves unknown tags byte for byte, wherever they stand', () => {
    const known = new Set(['current_date', 'dateOffset', 'trackingLink']);
    const name = fc
      .string({ unit: fc.constantFrom(...'abcxyzABC_019.-#$é'), minLength: 1, maxLength: 20 })
      .filter((candidate) => !known.has(candidate) && !candidate.startsWith('contact_'));
    const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 3 });
    const tag = fc
      .tuple(space, name, fc.option(fc.string({ unit: 'binary' }), { nil: undefined }), space)
      .map(([before, word, argument, behind]) =>
        argument === undefined
          ? `{{${before}${word}${behind}}}`
          : `{{${before}${word} "${argument.replaceAll('"', "'")}"${behind}}}`,
      );
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1, maxLength: 5 }), (tags) => {
        expect(resolveWith(`{{contact_first_name}}${tags.join('{{contact_first_name}}')}`)).toEqual({
          text: `Ada${tags.join('Ada')}`,
          linkIds: [],
        });
      }),
    );
  });

  it('never reads a substituted value again', () => {
    fc.assert(
      fc.property(TEXT, TEXT, (firstName, lastName) => {
        expect(
          resolveMergeTags({
            body: '{{contact_first_name}}{{contact_last_name}}|{{{contact_custom_field_1}}}|{{{{contact_zip_code}}}}',
            contact: {
              phoneNumber: PHONE,
              firstName,
              lastName,
              postalCode: firstName,
              customFields: { contact_custom_field_1: [lastName, firstName] },
            },
            visibleCustomFieldKeys: new Set(['contact_custom_field_1']),
            registeredLinks: new Set(LINKS),
            trackingToken: 'k3Jq9',
            today: '2026-11-20',
          }),
        ).toEqual({
          text: `${firstName}${lastName}|{${lastName}, ${firstName}}|{{${firstName}}}`,
          linkIds: [],
        });
      }),
    );
  });

  it('never reads a raw argument again', () => {
    fc.assert(
      fc.property(
        TEXT.map((text) => text.replaceAll('"', "'")).filter((text) => !LINKS.includes(text)),
        (argument) => {
          expect(resolveWith(`<{{trackingLink "${argument}"}}>`)).toEqual({
            text: `<${argument}>`,
            linkIds: [],
          });
        },
      ),
    );
  });

  it('throws on no text, and uses no link that findTrackingLinks does not name', () => {
    fc.assert(
      fc.property(OPTIONS, fc.string({ unit: 'binary', maxLength: 640 }), (options, noise) => {
        for (const body of [options.body, noise, options.body + noise]) {
          const { text, linkIds } = resolveMergeTags({ ...options, body });
          expect(findTrackingLinks(body)).toEqual(expect.arrayContaining(linkIds));
          expect(countSegments(text).segments).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });
});

describe('linear time', () => {
  // Looks at an index for openings, at the second brace of one, over white space or a name, and over an argument in
  // either kind of quotes: a few each, whatever the text.
  const MOST_LOOKS = 16;

  it('looks at each character of any text a bounded number of times', () => {
    const hostile = fc
      .array(
        fc.constantFrom(
          '{',
          '{{',
          '}',
          '}}',
          '"',
          "'",
          ' ',
          'a',
          '{{a "',
          "{{a '",
          '{{a',
          '{{trackingLink "',
        ),
        {
          maxLength: 300,
        },
      )
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(hostile, (text) => {
        for (const options of [{}, { name: 'trackingLink' }]) {
          expect(countLooks(text, () => findTags(text, options)).most).toBeLessThanOrEqual(MOST_LOOKS);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['opening braces', '{'],
    ['closing braces', '}'],
    ['openings with white space', '{{ '],
    ['nested openings with names', '{{a'],
    ['nested openings with variables', '{{contact_first_name '],
    ['nested openings with double quotes', '{{trackingLink "'],
    ['nested openings with single quotes', "{{dateOffset '"],
    ['nested openings with both kinds of quotes', `{{trackingLink "{{trackingLink '`],
    ['quotes', '"'],
    ['quotes of both kinds', `"'`],
    ['white space', ' '],
    ['arguments without a closing', '{{a "b" '],
    ['arguments that end in one brace', '{{trackingLink "a.io/1"}'],
    ['tags', '{{contact_first_name}}'],
    ['unknown tags', '{{x "y"}}'],
    ['links', '{{trackingLink "a.io/1"}}'],
    ['raw arguments', '{{trackingLink "{{"}}'],
    ['offsets', '{{dateOffset "1d"}}'],
  ])('looks at no more characters than a multiple of the length: %s', (_what, piece) => {
    const prefixes = ['', '{{', '{{ ', '{{trackingLink "', "{{trackingLink '"];
    const cases = [...prefixes.map((prefix) => ({ prefix, length: 640 })), { prefix: '', length: 100_000 }];
    for (const { prefix, length } of cases) {
      const body = (prefix + piece.repeat(length)).slice(0, length);
      const { total } = countLooks(body, () => resolveWith(body));
      expect(total).toBeLessThanOrEqual(MOST_LOOKS * length);
    }
  });

  it('takes an offset of any length', () => {
    for (const offset of ['9'.repeat(100_000), `${'9'.repeat(100_000)}d`, `-${'0'.repeat(100_000)}1d`]) {
      const body = `{{dateOffset "${offset}"}}`;
      const text = offset.startsWith('-') ? '11/19/2026' : body;
      expect(resolveWith(body)).toEqual({ text, linkIds: [] });
    }
  });
});
