import { lookAtScreens } from './look-at-screens';

describe('on a phone', () => {
  lookAtScreens(390);
});
