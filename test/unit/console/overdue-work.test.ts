import { WORK } from '../../../shared/operations/list-overdue';
import { loadAsReader } from '../../support/console/load-as-reader';

const load = loadAsReader(() => import('../../../console/src/screens/operator/overdue-work'));

describe('overdue work', () => {
  it.each(WORK.map(({ name }) => name))('of the kind %s has a description', async (name) => {
    const { describeWork } = await load();
    expect(describeWork(name)).toMatch(/^[A-Z][a-z-]+/);
  });

  it('of a kind that the console does not know is named as the service does', async () => {
    const { describeWork } = await load();
    expect(describeWork('somethingNew')).toBe('somethingNew');
  });

  it.each([
    [1, '1'],
    [999, '999'],
    [1_000, '1,000 or more'],
  ])('of %d items is counted as %s', async (count, text) => {
    const { describeOverdueCount } = await load();
    expect(describeOverdueCount(count)).toBe(text);
  });
});
