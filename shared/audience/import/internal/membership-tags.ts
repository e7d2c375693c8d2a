import { isSameTagName } from '../../groups/check-group';
import type { Tag } from '../../groups/group';
import { type Problem, problemOf } from '../problem';
import { TAGS_FIELD } from '../import-columns';
import { readJsonList } from './json-list';

/** Reads the tags that a cell names, separated by `;`, or as a JSON array when a name contains that character. */
export function readTagTexts(text: string, groupTags: readonly Tag[]): string[] {
  if (findTag(text, groupTags)) return [text];
  const listed = readJsonList(text);
  if (listed?.every((one) => typeof one === 'string')) return listed;
  return text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/**
 * Finds the tags that a row sets, by their names or ids.
 *
 * @param value the texts; only an absent value leaves the tags as they are
 * @returns ids in the order of the group's tags; or the problem
 *
 * **Source:** rules E5.
 */
export function readTagIds(value: unknown, groupTags: readonly Tag[]): string[] | Problem | undefined {
  if (value === undefined) return undefined;
  if (value === null || value === '') return [];
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    return problemOf(TAGS_FIELD, 'must be names or ids of tags', value);
  const unknown = value.filter((text) => !findTag(text, groupTags));
  if (unknown.length > 0) return problemOf(TAGS_FIELD, 'must be tags of the group', unknown.join('; '));
  const ids = new Set(value.map((text) => findTag(text, groupTags)?.id));
  return groupTags.filter(({ id }) => ids.has(id)).map(({ id }) => id);
}

const findTag = (text: string, groupTags: readonly Tag[]): Tag | undefined =>
  groupTags.find(({ id }) => id === text.trim()) ?? groupTags.find(({ name }) => isSameTagName(name, text));
