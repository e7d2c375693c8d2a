import { build } from 'esbuild';
import { bundleOptions } from '../../lib/stack/bundles';

/** Bundles a handler as the stack does. */
export async function bundleHandler(entry: string, outfile: string): Promise<void> {
  await build({ ...bundleOptions(process.cwd()), entryPoints: [entry], outfile });
}
