import { MAX_BODY_CHARACTERS } from '../../../limits';
import type { Context } from './context';
import { findField } from './field';
import type { Part } from './part';

/** Tag of Pinpoint, with the name between its braces. */
const TAG = /\{\{\{?([^{}]*)\}?\}\}/g;
/** Tags of this service, which a text that the operator gives may have already. */
const OURS = /^(?:contact_|event_|current_date$|dateOffset\b|trackingLink\b)/;
const FIRST_VALUE = /\.?\[0\]$/;
const BRACKETED = /\.\[([^[\]]+)\]/g;

/**
 * Finds the text of an SMS that names a template, or has its text.
 *
 * @param options.own text in the document itself
 * @param options.template name of a template
 * @param options.fallback name under which the operator can give a text when no template is named
 */
export function readText(
  context: Context,
  options: { own: Part; template: Part; version: Part; fallback: string },
): string | undefined {
  const { findings } = context;
  const { own, template, version, fallback } = options;
  const { templates } = context.options;
  const name = template.text ?? fallback;
  const given = Object.hasOwn(templates, name) ? templates[name] : undefined;
  if (given === undefined && own.text !== undefined) {
    findings.taken(own, 'The text.');
    findings.left([template, version], 'The document has a text of its own, which is the one that is taken.');
    return translate(context, own, own.text);
  }
  if (given === undefined) {
    findings.left([template, version], 'The text of a template is not in the document.');
    findings.need(
      `the text of ${template.text === undefined ? 'the SMS' : 'the template'} ${name}: --template "${name}=FILE" or --text "${name}=TEXT"`,
    );
    return undefined;
  }
  const place = template.isGiven ? template : own;
  findings.left(own.isGiven && place !== own ? own : [], 'The text that was given takes its place.');
  const read = readTemplate(given);
  findings.taken(place, `The text that was given for ${name}.`);
  findings.changed(version, 'The text that was given counts, of whatever version it is.');
  if (read.defaults !== undefined)
    findings.left(
      place,
      `The default values of the template (${read.defaults}): contacts without a value get nothing in its place.`,
    );
  return translate(context, place, read.text);
}

/** Reads a text, or what GetSmsTemplate returns. */
function readTemplate(given: string): { text: string; defaults?: string } {
  const template = parseObject(given);
  const response = template && asObject(template.SMSTemplateResponse ?? template);
  if (typeof response?.Body !== 'string') return { text: given.replace(/\r?\n$/, '') };
  const { Body: text, DefaultSubstitutions: substitutions } = response;
  const defaults = typeof substitutions === 'string' ? Object.keys(parseObject(substitutions) ?? {}) : [];
  return { text, ...(defaults.length > 0 && { defaults: defaults.join(', ') }) };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const asObject = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;

/** Replaces the tags of Pinpoint in a text; those without a counterpart stay, and are told. */
function translate({ findings, options }: Context, place: Part, text: string): string {
  const translated = text.replace(TAG, (tag: string, inside: string) => {
    const name = inside.trim();
    if (OURS.test(name)) return tag;
    const source = sourceOf(name);
    const field = findField(source, options);
    if (field?.tag !== undefined) {
      const form = source === 'Address' ? ', as +1 212 555 0123' : '';
      findings.changed(place, `${tag} becomes ${field.tag}${form}.`);
      return field.tag;
    }
    findings.left(
      place,
      `${tag} stays in the text, and the start refuses it: ${reasonFor(source, field !== undefined)}.`,
    );
    return tag;
  });
  const { length } = [...translated];
  if (length > MAX_BODY_CHARACTERS)
    findings.need(
      `a shorter text in ${place.pointer}: it has ${length} characters, and a text has at most ${MAX_BODY_CHARACTERS}`,
    );
  return translated;
}

/** Returns the name of an attribute without the number of its value: `Attributes.[Shoe size].[0]` is `Attributes.Shoe size`. */
const sourceOf = (name: string): string =>
  name.replace(FIRST_VALUE, '').replace(BRACKETED, (_, inner: string) => `.${inner}`);

function reasonFor(source: string, hasField: boolean): string {
  if (hasField) return 'texts cannot show that field';
  return /[\s#/^]/.test(source) && !/^(?:Attributes|Metrics|User\.UserAttributes)\./.test(source)
    ? 'helpers and conditions of templates have no counterpart'
    : `say with --map "${source}=FIELD" which field it is`;
}
