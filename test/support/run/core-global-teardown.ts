import { tearDownCore } from './core-global-setup';

export default tearDownCore;
