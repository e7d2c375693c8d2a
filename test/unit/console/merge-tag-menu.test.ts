import type { CustomField } from '../../../console/src/api/schemas';
import { mergeTagMenu } from '../../../console/src/plans/merge-tag-menu';
import { findDoubtfulTags } from '../../../shared/content/doubtful-tags';

const fields = [
  { key: 'contact_custom_field_2', label: 'Plan', type: 'TEXT' },
  { key: 'contact_custom_field_7', label: 'Points', type: 'NUMBER' },
] as CustomField[];

interface Group {
  text: string;
  items: Array<{ id: string; text: string }>;
}
const menu = (customFields: CustomField[]) => mergeTagMenu(customFields) as unknown as Group[];

describe('the menu of merge tags', () => {
  it('has the custom fields of the account by their labels', () => {
    expect(menu(fields)[1]).toEqual({
      text: 'Custom fields',
      items: [
        { id: 'contact_custom_field_2', text: 'Plan' },
        { id: 'contact_custom_field_7', text: 'Points' },
      ],
    });
  });

  it('has no group for custom fields when there are none', () => {
    expect(menu([]).map(({ text }) => text)).toEqual(['Contact', 'Date', 'Link']);
  });

  it('has values of the event for an automation that one begins', () => {
    const ofEvent = mergeTagMenu([], { isOfEvent: true }) as unknown as Group[];
    expect(ofEvent.map(({ text }) => text)).toEqual(['Contact', 'Event', 'Date', 'Link']);
  });

  const tags = menu(fields).flatMap(({ items }) => items.map(({ id }) => id));
  it.each(tags)('inserts {{%s}}, which the service replaces', (id) => {
    const doubts = findDoubtfulTags(`{{${id}}}`, {
      registeredLinks: new Set(['go.example.com/name']),
      customFieldKeys: new Set(fields.map(({ key }) => key)),
    });
    expect(doubts).toEqual([]);
  });
});
