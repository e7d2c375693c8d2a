import { lookAtScreens } from './look-at-screens';

describe('on a desk', () => {
  lookAtScreens(1440);
});
