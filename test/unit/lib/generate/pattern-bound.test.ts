import { longestMatch } from '../../../../lib/generate/pattern-bound';

describe('the longest match of a pattern', () => {
  it.each([
    ['^\\+[1-9]\\d{6,14}$', 16],
    ['^(\\+[1-9]\\d{6,14}|\\d{5,6})$', 16],
    ['^cmp_[0-9A-HJKMNP-TV-Z]{26}$', 30],
    ['^msg_[0-9A-Z]{26}([0-9A-Z]{4})?$', 34],
    ['^grp_[A-Za-z0-9]{1,64}$', 68],
    ['^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$', 24],
    ['^(?:a|bc)[\\]x]?$', 3],
    ['^$', 0],
  ])('is known of %s', (pattern, longest) => {
    expect(longestMatch(pattern)).toBe(longest);
  });

  it.each(['^evt_', '\\d{3}', '^a+$', '^a{2,}$', '^a*$', '^a|b$', '^(?=a)b$', '^a\\$'])(
    'is unknown of %s',
    (pattern) => {
      expect(longestMatch(pattern)).toBeUndefined();
    },
  );
});
