import { version } from '../../package.json';

/** Release of the project that runs: semantic versioning, such as `1.0.0-rc.1`. */
export const RELEASE: string = version;
