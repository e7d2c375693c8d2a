import { declare } from './declare';
import { FLAG, oneOf, record, TEXT, TIME } from './schemas';

/** Who did something, with the name of a user. */
export const PERSON = record({ kind: oneOf(['apiKey', 'user', 'operator']), id: TEXT }, { name: TEXT });

export const getCampaignLaunch = declare({
  operationId: 'getCampaignLaunch',
  method: 'GET',
  path: 'campaigns/{id}/launch',
  scope: 'campaigns:read',
  summary: 'Who launched a campaign and decided on it, and whether the reader may decide',
  description:
    '`mayDecide`: the campaign waits for an approval, and the reader has the right and did not launch it, also by an API key. `mayNote`: the reader launched it, and may write a note to who decides. `isSubmitted`: it waits because who asked has no right to launch; who approves it answers for it.',
  access: { read: ['campaign'] },
  answer: {
    name: 'CampaignLaunch',
    schema: record(
      { mayDecide: FLAG, mayNote: FLAG, isSubmitted: FLAG },
      {
        note: TEXT,
        launchedAt: TIME,
        launchedBy: PERSON,
        decidedBy: PERSON,
      },
    ),
    example: {
      mayDecide: true,
      mayNote: false,
      isSubmitted: false,
      note: 'As agreed on Monday.',
      launchedAt: '2026-03-01T12:00:00.000Z',
      launchedBy: { kind: 'user', id: 'usr_01KJMNEX00D4VQ6N2M8XJ1PZRS', name: 'Ada' },
    },
  },
  errors: [33110],
});

export const CAMPAIGN_ROUTES = [getCampaignLaunch];
