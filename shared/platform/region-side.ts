/** Regions of a stage that has two: the one that it was made in, and its second one. */
export const REGION_SIDES = ['first', 'second'] as const;
export type RegionSide = (typeof REGION_SIDES)[number];

/** Returns the region that this process is in; `undefined` in a stage with one region. */
export function regionSide(environment: NodeJS.ProcessEnv = process.env): RegionSide | undefined {
  return REGION_SIDES.find((side) => side === environment.REGION_SIDE);
}

export const otherSide = (side: RegionSide): RegionSide => (side === 'first' ? 'second' : 'first');
