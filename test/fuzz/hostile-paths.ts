import fc from 'fast-check';
import type { FuzzRequest } from './fuzz-request';
import { hostileKey } from './hostile-json';
import {
  anyOperation,
  fillPath,
  OPERATIONS,
  WITH_PARAMETER,
  WITH_QUERY,
  withRefusedBody,
} from './operations';
import type { World } from './world';

const PARAMETERS = [
  '%00',
  '%2e%2e',
  '..',
  '.',
  '%2e%2e%2f%2e%2e%2fapi',
  '%252e%252e',
  '%25',
  '%',
  '%zz',
  '%c0%ae',
  '%ed%a0%80',
  '%ff',
  '%F0%9F%98%80',
  '%20',
  '%0d%0aSet-Cookie:%20a=b',
  '%2B',
  '%2B%2B12125550123',
  '+12125550123%00',
  '+12125550123%0a',
  '+12125550123/',
  '%2B1212555012%33',
  '12125550123',
  'grp_',
  'grp_%2e%2e',
  'grp_' + 'A'.repeat(64),
  'grp_' + 'A'.repeat(65),
  'msg_' + 'Z'.repeat(100),
  'msg_' + 'Z'.repeat(30),
  'brc_' + '0'.repeat(26),
  'brc_' + 'U'.repeat(26),
  '__proto__',
  'constructor',
  '{id}',
  '*',
  '~',
  ';a=b',
  'a;b',
  'x'.repeat(2_000),
  '%41'.repeat(1_000),
  'CONTACT%23',
  "'%20OR%201=1",
];

/** Generates an unusual or invalid form of a path. */
export function spoiltPath(world: World): fc.Arbitrary<FuzzRequest> {
  const parameter = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...PARAMETERS) },
    { weight: 1, arbitrary: fc.webSegment() },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map(encodeURIComponentSafely),
    },
  );
  const inParameter = fc
    .tuple(anyOperation(WITH_PARAMETER), parameter, fc.boolean())
    .map(([{ method, template }, value, isLast]) => {
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      const name = (isLast ? names.at(-1) : names[0]) ?? '';
      return { method, path: fillPath(template, world, { [name]: value }) };
    });
  const around = fc
    .tuple(
      anyOperation(OPERATIONS),
      fc.constantFrom<(path: string) => string>(
        (path) => `${path}/`,
        (path) => `/${path}`,
        (path) => path.toUpperCase(),
        (path) => path.replaceAll('/', '//'),
        (path) => path.replace('/api', '/./api'),
        (path) => path.replace('/api', '/x/../api'),
        (path) => path.replace('/api', '/%61pi'),
        (path) => path.replaceAll('/', '%2f'),
        (path) => path.replaceAll('/', '\\'),
        (path) => `${path}%00`,
        (path) => `${path}?${'a=b&'.repeat(500)}`,
        (path) => `${path}#x`,
        (path) => `${path};x`,
        (path) => path.slice(0, -1),
        (path) => `/prod${path}`,
        (path) => `${path}/${'a/'.repeat(500)}`,
      ),
    )
    .map(([{ method, template }, change]) => ({ method, path: change(fillPath(template, world)) }));
  const anywhere = fc.webPath().map((path) => ({ method: 'GET', path: path === '' ? '/' : path }));
  return fc
    .oneof(
      { weight: 6, arbitrary: inParameter },
      { weight: 3, arbitrary: around },
      { weight: 1, arbitrary: anywhere },
    )
    .map((request) => withRefusedBody({ kind: 'path', headers: {}, ...request }));
}

function encodeURIComponentSafely(text: string): string {
  // An unpaired surrogate has no encoding.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

const QUERY_VALUES = [
  '',
  '0',
  '-1',
  '1',
  '1e3',
  '99999999999999999999',
  '0x10',
  '1,1',
  ' 1',
  '%00',
  'NaN',
  '½',
  'null',
  '%ff',
  '%',
  '[]',
  'sent',
  'MTox',
  'MToy',
  'OTk5OTo5OTk5',
  '....',
  'a'.repeat(3_000),
];

export function spoiltQuery(world: World): fc.Arbitrary<FuzzRequest> {
  const name = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('page', 'limit', 'name', 'status', 'cursor') },
    { weight: 1, arbitrary: hostileKey.map((key) => encodeURIComponentSafely(key)) },
    { weight: 1, arbitrary: fc.constantFrom('page[]', 'page[0]', 'PAGE', '__proto__[x]', 'limit%00') },
  );
  const pair = fc.tuple(name, fc.oneof(fc.constantFrom(...QUERY_VALUES), fc.webQueryParameters()));
  return fc
    .tuple(anyOperation(WITH_QUERY), fc.array(pair, { minLength: 1, maxLength: 4 }))
    .map(([{ method, template }, pairs]) => ({
      kind: 'query',
      method,
      path: `${fillPath(template, world)}?${pairs.map(([key, value]) => `${key}=${asLatin(value)}`).join('&')}`,
      headers: {},
    }));
}

/** Encodes all characters that a request line cannot contain, not even from a hostile client that uses a library. */
const asLatin = (text: string) =>
  text.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponentSafely(character));
