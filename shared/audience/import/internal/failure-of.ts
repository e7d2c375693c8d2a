import { ServiceError } from '../../../errors/service-error';
import { FileUnavailableError } from '../../../platform/files/files';
import { UnreadableFileError } from '../problem';

/** Returns the message for an error of the file; `undefined` for any other error. */
export function failureOf(error: unknown): string | undefined {
  if (error instanceof UnreadableFileError) return error.message;
  if (error instanceof FileUnavailableError) return UNAVAILABLE[error.reason];
  const isGroupGone = error instanceof ServiceError && error.name === 'GroupNotFound';
  return isGroupGone ? 'The group was deleted.' : undefined;
}

const UNAVAILABLE = {
  gone: 'The file is gone: upload it to a new import.',
  replaced: 'The file was replaced after the start: upload it to a new import.',
};
