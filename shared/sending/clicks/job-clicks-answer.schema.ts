import { MAX_LINKS_SHOWN, MAX_LINK_CHARACTERS } from '../../limits';

const COUNT = { type: 'integer', minimum: 0 } as const;

/** **Source:** rules 2.7. */
export const JOB_CLICKS_SCHEMA = {
  type: 'object',
  description:
    'How often people followed the tracking links of a job. Link previews and robots do not count; of a link in a message one click counts a minute.',
  properties: {
    messages: { ...COUNT, description: 'Messages with a click: people who clicked.' },
    clicks: { ...COUNT, description: 'All clicks.' },
    links: {
      type: 'array',
      maxItems: MAX_LINKS_SHOWN,
      description: `Clicks by link, the most followed first; at most ${MAX_LINKS_SHOWN} links.`,
      items: {
        type: 'object',
        properties: {
          link: {
            type: 'string',
            maxLength: MAX_LINK_CHARACTERS,
            description: '`<domain>/<path>`.',
            examples: ['go.example.com/spring'],
          },
          clicks: { type: 'integer', minimum: 1 },
        },
        required: ['link', 'clicks'],
        additionalProperties: false,
      },
    },
  },
  required: ['messages', 'clicks', 'links'],
  additionalProperties: false,
} as const;
