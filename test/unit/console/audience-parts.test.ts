import { NO_AUDIENCE, NO_PEOPLE } from '../../../console/src/audience/audience-parts';
import { hasParts } from '../../../console/src/audience/has-parts';
import { CAMPAIGN_SCHEMA } from '../../../shared/campaigns/plan/campaign.schema';

const FILTER = { field: 'gender', op: 'equals', value: 'MALE' } as const;

describe('an audience', () => {
  it.each([
    { everyone: true },
    { groups: ['grp_1'] },
    { tags: ['tag_1'] },
    { filter: FILTER },
    { excludeGroups: ['grp_1'] },
    { excludeCampaigns: ['cmp_1'] },
    { segmentId: 'seg_1' },
    { retryOf: 'cmp_1' },
    { groups: [], tags: ['tag_1'] },
  ])('%j has a part', (audience) => {
    expect(hasParts(audience as Parameters<typeof hasParts>[0])).toBe(true);
  });

  it.each([{}, { groups: [] }, { groups: [], tags: [] }, { segmentId: '' }, { filter: undefined }])(
    '%j has no part',
    (audience) => {
      expect(hasParts(audience as Parameters<typeof hasParts>[0])).toBe(false);
    },
  );
});

describe('the parts of an audience', () => {
  it('are those of the schema', () => {
    expect(Object.keys(NO_AUDIENCE).sort()).toEqual(
      Object.keys(CAMPAIGN_SCHEMA.properties.audience.properties).sort(),
    );
  });

  it('of a segment are those without another segment and without a retry', () => {
    expect(Object.keys(NO_PEOPLE)).toEqual([
      'everyone',
      'groups',
      'tags',
      'filter',
      'excludeGroups',
      'excludeCampaigns',
    ]);
  });
});
