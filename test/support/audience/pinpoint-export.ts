import { gzipSync } from 'node:zlib';
import { pickWeighted, seededRandom } from '../run/seeded-random';

/** Attributes of each endpoint; an import chooses at most seven of them. */
const ATTRIBUTES = 250;

/** Custom fields, and the paths of the export that fill them. */
export const CHOSEN_FIELDS = [
  { label: 'Plan', type: 'TEXT', options: [], path: 'Attributes.attribute_007' },
  { label: 'Points', type: 'NUMBER', options: [], path: 'Attributes.attribute_100' },
  { label: 'Member', type: 'BOOLEAN', options: [], path: 'Attributes.attribute_101' },
  { label: 'Since', type: 'DATE', options: [], path: 'Attributes.attribute_102' },
  { label: 'Size', type: 'SINGLE_SELECT', options: ['S', 'M', 'L'], path: 'Attributes.attribute_249' },
  { label: 'Interests', type: 'MULTI_SELECT', options: ['Hats', 'Shoes'], path: 'Attributes.Interests' },
  { label: 'Store', type: 'TEXT', options: [], path: 'User.UserAttributes.Store' },
] as const;

/** Mapping of the import. Names are attributes of the user too: endpoints have none. */
export const MAPPING: Record<string, string> = {
  ...Object.fromEntries(CHOSEN_FIELDS.map(({ label, path }) => [path, `customFields.${label}`])),
  'User.UserAttributes.FirstName': 'firstName',
  'User.UserAttributes.LastName': 'lastName',
};

/** Contact after the import, without the service's own properties; `undefined` for a person who becomes no contact. */
export interface ExpectedContact {
  firstName?: string;
  lastName?: string;
  email?: string;
  address?: Record<string, string>;
  tz?: string;
  customFields: Record<string, unknown>;
  isOptedOut: boolean;
}

export interface PinpointExport {
  /** JSON lines, each part gzip, as an export job writes them. */
  parts: Buffer[];
  /** The same endpoints as CSV, each part with its header. */
  csvParts: string[];
  endpoints: number;
  expected: Map<string, ExpectedContact | undefined>;
}

type Endpoint = Record<string, unknown>;

const NEW = '2026-06-01T08:00:00.000Z';
const OLD = '2025-06-01T08:00:00.000Z';

/**
 * Makes the files of an Amazon Pinpoint export job for some people: one endpoint or several of each, in no order, over
 * several files. The people differ as those of a real project do: opted out, inactive, registered twice, with an e-mail
 * or push endpoint too, without time zone, of other countries.
 *
 * **Source:** Amazon Pinpoint Developer Guide, "Export endpoints from Amazon Pinpoint to Amazon S3 buckets"; API
 * Reference, EndpointResponse. A segment's export has the same endpoints.
 *
 * @param options.phones a phone number for each person, US or German
 */
export function makePinpointExport(options: {
  seed: number;
  phones: string[];
  parts: number;
}): PinpointExport {
  const { seed, phones, parts } = options;
  const random = seededRandom(seed);
  const expected = new Map<string, ExpectedContact | undefined>();
  const endpoints: Endpoint[] = [];
  for (const [index, phone] of phones.entries()) {
    const person = makePerson(random, { index, phone });
    endpoints.push(...person.endpoints);
    expected.set(phone, person.expected);
  }
  const shuffled = endpoints
    .map((endpoint) => ({ endpoint, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ endpoint }) => endpoint);
  const size = Math.ceil(shuffled.length / parts);
  const split = Array.from({ length: parts }, (_, part) => shuffled.slice(part * size, (part + 1) * size));
  return {
    parts: split.map((part) => gzipSync(part.map((one) => `${JSON.stringify(one)}\n`).join(''))),
    csvParts: split.map(toCsv),
    endpoints: endpoints.length,
    expected,
  };
}

function makePerson(
  random: () => number,
  { index, phone }: { index: number; phone: string },
): { endpoints: Endpoint[]; expected: ExpectedContact | undefined } {
  const is = (probability: number) => random() < probability;
  const userId = `user-${index}`;
  const isUs = phone.startsWith('+1');
  const isOptedOut = is(0.2);
  const status = pickWeighted(random, [
    [8, 'ACTIVE'],
    [2, 'INACTIVE'],
  ]);
  const hasTimeZone = is(0.5);
  const interests = pickWeighted(random, [
    [1, []],
    [1, ['Hats']],
    [1, ['Hats', 'Shoes']],
  ]);
  const attributes: Record<string, string[]> = {
    ...Object.fromEntries(
      Array.from({ length: ATTRIBUTES }, (_, number) => [
        `attribute_${String(number).padStart(3, '0')}`,
        [`value ${index}-${number}`],
      ]),
    ),
    attribute_007: [`Plan ${index}`],
    attribute_100: [String(index / 4)],
    attribute_101: [index % 2 === 0 ? 'true' : 'false'],
    attribute_102: ['2024-02-29'],
    attribute_249: ['M'],
    Interests: interests,
  };
  const base: Endpoint = {
    ApplicationId: '8a1f0c2d4e6b48d0b0a5f0e1c2d3e4f5',
    Address: phone,
    ChannelType: 'SMS',
    CohortId: String(index % 100),
    CreationDate: OLD,
    EndpointStatus: status,
    Metrics: { visits: index },
    RequestId: `request-${index}`,
  };
  const latest: Endpoint = {
    ...base,
    Id: `sms-${index}`,
    EffectiveDate: NEW,
    OptOut: isOptedOut ? 'ALL' : 'NONE',
    Attributes: attributes,
    Location: isUs
      ? { City: 'Chicago', Region: 'IL', PostalCode: '60601', Country: 'USA' }
      : { City: 'Berlin', Country: 'DE' },
    Demographic: { Platform: 'ios', ...(hasTimeZone && { Timezone: 'Europe/Berlin' }) },
    User: {
      UserId: userId,
      UserAttributes: { FirstName: [`First ${index}`], LastName: ['Zoë, "Jr."'], Store: ['North', 'South'] },
    },
  };
  const endpoints = [latest];
  // An earlier registration of the same number differs, and is out of date.
  if (is(0.3)) {
    endpoints.push({
      ...base,
      Id: `sms-old-${index}`,
      EndpointStatus: 'ACTIVE',
      EffectiveDate: OLD,
      OptOut: 'NONE',
      User: { UserId: userId, UserAttributes: { FirstName: ['Outdated'] } },
    });
  }
  const hasOld = endpoints.length > 1;
  const hasEmail = is(0.5);
  const emailEndpoint = (address: string, at: string): Endpoint => ({
    ...base,
    Id: `email-${address}`,
    Address: address,
    ChannelType: 'EMAIL',
    EndpointStatus: 'ACTIVE',
    EffectiveDate: at,
    OptOut: 'NONE',
    User: { UserId: userId },
  });
  const email = `person${index}@example.com`;
  if (hasEmail) endpoints.push(emailEndpoint(email, NEW), emailEndpoint(`old${index}@example.com`, OLD));
  if (is(0.3))
    endpoints.push({ ...base, Id: `push-${index}`, Address: `token${index}`, ChannelType: 'APNS' });
  if (is(0.2)) endpoints.push({ ...base, Id: `voice-${index}`, ChannelType: 'VOICE', EffectiveDate: NEW });

  const isActive = status === 'ACTIVE';
  const expectedEmail = hasEmail ? { email } : {};
  if (!isActive && !hasOld) return { endpoints, expected: undefined };
  if (!isActive) {
    // The opt-out of an inactive endpoint counts.
    const outdated = { firstName: 'Outdated', ...expectedEmail, customFields: {}, isOptedOut };
    return { endpoints, expected: { ...outdated, ...(isUs && { tz: 'America/Los_Angeles' }) } };
  }
  return {
    endpoints,
    expected: {
      firstName: `First ${index}`,
      lastName: 'Zoë, "Jr."',
      ...expectedEmail,
      address: isUs
        ? { city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US' }
        : { city: 'Berlin', country: 'DE' },
      ...(isUs ? { tz: 'America/Chicago' } : hasTimeZone ? { tz: 'Europe/Berlin' } : {}),
      customFields: {
        Plan: `Plan ${index}`,
        Points: index / 4,
        Member: index % 2 === 0,
        Since: '2024-02-29',
        Size: 'M',
        ...(interests.length > 0 && { Interests: interests }),
        Store: 'North, South',
      },
      isOptedOut,
    },
  };
}

/** Writes endpoints as CSV. Columns are paths; lists are separated by `;`, which only a MULTI_SELECT splits. */
function toCsv(endpoints: Endpoint[]): string {
  const rows = endpoints.map((endpoint) => new Map(pathsOf(endpoint, '')));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? ''))];
  return lines.map((line) => `${line.map(cell).join(',')}\n`).join('');
}

function pathsOf(value: object, prefix: string): Array<[string, string]> {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]): Array<[string, string]> => {
    if (Array.isArray(part)) {
      return [[prefix + name, part.join(name === 'Interests' ? ';' : ', ')]];
    }
    return typeof part === 'object' && part !== null
      ? pathsOf(part, `${prefix}${name}.`)
      : [[prefix + name, String(part)]];
  });
}
