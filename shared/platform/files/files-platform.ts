import { createFiles } from './files';
import { type CorePlatform, getPlatform, type Platform } from '../platform';

type FilesPlatform = CorePlatform & Pick<Platform, 'files'>;

/**
 * Returns the platform of functions that store files and hand out their URLs.
 *
 * @param platform platform of the request, whose table is bound to its account; absent: that of the process
 */
export function getFilesPlatform(platform?: CorePlatform): FilesPlatform {
  const shared: CorePlatform & Partial<FilesPlatform> = getPlatform();
  const files = (shared.files ??= createFiles(shared.config.filesBucket()));
  return Object.assign(platform ?? shared, { files });
}
