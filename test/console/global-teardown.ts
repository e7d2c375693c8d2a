import { stopConsole } from './global-setup';

export default stopConsole;
