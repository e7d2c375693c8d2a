import { createFiles } from './files';
import { type CorePlatform, getPlatform, type Platform } from './platform';

export type FilesPlatform = CorePlatform & Pick<Platform, 'files'>;

/** The platform of functions that store files and hand out their URLs. */
export function getFilesPlatform(): FilesPlatform {
  const platform: CorePlatform & Partial<FilesPlatform> = getPlatform();
  const files = (platform.files ??= createFiles(platform.config.filesBucket()));
  return Object.assign(platform, { files });
}
