import type { StageSettings } from '../../stack/settings';

/**
 * Stage of the local service, with the provider in `PROVIDER`. The addresses of simulator and issuer are not known yet;
 * the functions get them in their environment.
 */
export default {
  deletion: 'deletesData',
  provider: process.env.PROVIDER === 'eum' ? { name: 'eum' } : { name: 'simulator', url: 'http://localhost' },
  issuer: { url: 'http://localhost', clientId: 'console' },
} satisfies StageSettings;
