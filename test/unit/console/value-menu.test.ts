import type { CustomField } from '../../../console/src/api/schemas';
import { CAMPAIGN_TEXT, EVENT_TEXT } from '../../../console/src/texts/pieces';
import { MAKE_LINK, valueMenu } from '../../../console/src/texts/value-menu';
import { findDoubtfulTags } from '../../../shared/content/doubtful-tags';

const fields = [
  { key: 'contact_custom_field_2', label: 'Plan', type: 'TEXT' },
  { key: 'contact_custom_field_7', label: 'Points', type: 'NUMBER' },
] as CustomField[];
const links = Array.from({ length: 25 }, (_, index) => ({ link: `go.acme.com/${index + 1}` }));

interface Group {
  text: string;
  items: Array<{ id: string; text: string }>;
}
const menu = (options: Partial<Parameters<typeof valueMenu>[0]> = {}) =>
  valueMenu({
    ...{ kind: CAMPAIGN_TEXT, customFields: fields, links, mayMakeLinks: true },
    ...options,
  }) as unknown as Group[];

describe('the menu of values', () => {
  it('has the custom fields of the account by their labels', () => {
    expect(menu()[1]).toEqual({
      text: 'Custom fields',
      items: [
        { id: '{{contact_custom_field_2}}', text: 'Plan' },
        { id: '{{contact_custom_field_7}}', text: 'Points' },
      ],
    });
  });

  it('has no group for custom fields and links when there are none', () => {
    const groups = menu({ customFields: [], links: [], mayMakeLinks: false });
    expect(groups.map(({ text }) => text)).toEqual(['Contact', 'Date']);
  });

  it('has values of the event for an automation that one begins', () => {
    const groups = menu({ kind: EVENT_TEXT, customFields: [] });
    expect(groups.map(({ text }) => text)).toEqual(['Contact', 'Event', 'Date', 'Tracked link']);
  });

  it('has the first 20 links, and one item that makes another', () => {
    const items = menu().at(-1)?.items ?? [];
    expect(items).toHaveLength(21);
    expect([items[0], items[20]]).toEqual([
      { id: '{{trackingLink "go.acme.com/1"}}', text: 'go.acme.com/1' },
      { id: MAKE_LINK, text: 'Make a link…' },
    ]);
  });

  const tags = menu({ kind: EVENT_TEXT })
    .flatMap(({ items }) => items.map(({ id }) => id))
    .filter((id) => id !== MAKE_LINK);
  it.each(tags)('inserts %s, which the service replaces', (tag) => {
    const doubts = findDoubtfulTags(tag, {
      registeredLinks: new Set(links.map(({ link }) => link)),
      customFieldKeys: new Set(fields.map(({ key }) => key)),
      isOfAutomation: true,
    });
    expect(doubts).toEqual([]);
  });
});
