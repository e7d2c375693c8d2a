import { ERASED_TEXT } from './erased-text';
import {
  CONTACT_VARIABLE_NAMES,
  CURRENT_DATE,
  findTagsInPasses,
  isCustomFieldVariable,
  isKnownTag,
  isTrackingLink,
} from './known-tags';
import { findTags, type MergeTag, type TagForms } from './merge-tag-parser';

/** Tag of a body that recipients will probably not read as its author meant it. */
export interface DoubtfulTag {
  /** The tag as written; cut when it is long. */
  tag: string;
  /**
   * `unknown`: not a merge tag, so that it stays in the text. `noSuchField`: a merge tag for a custom field that the
   * account does not have. `erased`: what an erasure put in the place of a person.
   */
  doubt: 'unknown' | 'unregisteredLink' | 'noSuchField' | 'erased';
}

/** Links and fields of the account that tags can name. */
interface KnownToAccount extends TagForms {
  /** Links of `findTrackingLinks(body)` that are registered on the account. */
  registeredLinks: ReadonlySet<string>;
  /** Keys of the account's visible custom fields, `contact_custom_field_N`. */
  customFieldKeys: ReadonlySet<string>;
  /** True for a text of an automation, in which tags of events are known. */
  isOfAutomation?: boolean | undefined;
}

const LONGEST_SHOWN_TAG = 100;

/**
 * Finds text between braces that is not a merge tag, links that are not registered, and custom fields that the account
 * does not have: each tag once, in the order of the body. Braces that are not closed count too. Behind them comes what an
 * erasure has left.
 *
 * **Source:** rules 2.7.
 */
export function findDoubtfulTags(body: string, known: KnownToAccount): DoubtfulTag[] {
  const found: DoubtfulTag[] = [];
  let position = 0;
  for (const tag of findTagsInPasses(body, known)) {
    if (!isKnownTag(tag, { hasEvents: known.isOfAutomation === true })) continue;
    found.push(...findUnknownTags(body.slice(position, tag.start), known));
    const written = body.slice(tag.start, tag.end);
    if (isTrackingLink(tag)) {
      if (!known.registeredLinks.has(tag.argument ?? ''))
        found.push({ tag: cut(written), doubt: 'unregisteredLink' });
    } else if (isFieldOfNoOne(tag, known)) found.push({ tag: written, doubt: 'noSuchField' });
    position = tag.end;
  }
  found.push(...findUnknownTags(body.slice(position), known));
  if (body.includes(ERASED_TEXT)) found.push({ tag: ERASED_TEXT, doubt: 'erased' });
  return [...new Map(found.map((one) => [one.tag, one])).values()];
}

/** Without a value the default is what everyone gets, which its author may want. */
const isFieldOfNoOne = ({ name, ifEmpty }: MergeTag, { customFieldKeys }: KnownToAccount): boolean =>
  isCustomFieldVariable(name) && !customFieldKeys.has(name) && ifEmpty === undefined;

/** Span of braces in a text that are no merge tag. */
interface UnknownTag {
  start: number;
  end: number;
}

/** Finds the braces in a part of a body that has no known tag. */
export function findUnknownSpans(text: string, forms: TagForms): UnknownTag[] {
  const ends = new Map(findTags(text, forms).map(({ start, end }) => [start, end]));
  const found: UnknownTag[] = [];
  let start = text.indexOf('{{');
  while (start !== -1) {
    const end = ends.get(start) ?? endOfBraces(text, start);
    found.push({ start, end });
    start = text.indexOf('{{', end);
  }
  return found;
}

const findUnknownTags = (text: string, forms: TagForms): DoubtfulTag[] =>
  findUnknownSpans(text, forms).map(({ start, end }) => ({
    tag: cut(text.slice(start, end).trimEnd()),
    doubt: 'unknown',
  }));

/** Returns the index after the closing braces, else the end of the line. */
function endOfBraces(text: string, start: number): number {
  const closing = text.indexOf('}}', start);
  if (closing !== -1) return closing + 2;
  const lineEnd = text.indexOf('\n', start);
  return lineEnd === -1 ? text.length : lineEnd;
}

function cut(tag: string): string {
  const characters = [...tag];
  return characters.length <= LONGEST_SHOWN_TAG
    ? tag
    : `${characters.slice(0, LONGEST_SHOWN_TAG - 1).join('')}…`;
}

/** Describes a doubtful tag in a sentence, for a person who may want to change the body first. */
export function describeDoubt({ tag, doubt }: DoubtfulTag): string {
  switch (doubt) {
    case 'unknown': {
      const meant = FORMS.get(lettersOf(/[\p{L}\p{N}_]+/u.exec(tag)?.[0] ?? ''));
      const question = meant === undefined ? '' : ` Did you mean ${meant}?`;
      return `${tag} is no merge tag and is sent as it is written.${question}`;
    }
    case 'unregisteredLink': {
      const [link] = findTags(tag);
      return `${tag} names no registered link: ${link?.argument ?? 'its text'} is sent in its place, and clicks do not count.`;
    }
    case 'noSuchField':
      return `${tag} is empty for everyone: the account has no such custom field.`;
    case 'erased':
      return `${tag} stands where a person was erased, and is sent as it is written.`;
  }
}

/** Returns why a campaign with the tag is not launched; `undefined` for a tag that only resolves to an empty text. */
export function refuseDoubt({ tag, doubt }: DoubtfulTag): string | undefined {
  switch (doubt) {
    case 'unknown':
      return `has ${tag}, which is no merge tag`;
    case 'unregisteredLink':
      return `has ${tag}, whose link is not registered`;
    case 'erased':
      return `has ${tag}, where a person was erased`;
    case 'noSuchField':
      return undefined;
  }
}

const lettersOf = (name: string) => name.toLowerCase().replace(/_/g, '');

/** Forms of the tags by their letters, also without `contact_`. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ...[...CONTACT_VARIABLE_NAMES, CURRENT_DATE].flatMap((name): Array<[string, string]> => {
    const form = `{{${name}}}`;
    return [
      [lettersOf(name), form],
      [lettersOf(name.replace(/^contact_/, '')), form],
    ];
  }),
  ['dateoffset', '{{dateOffset "5d"}}'],
  ['trackinglink', '{{trackingLink "domain/path"}}'],
]);
