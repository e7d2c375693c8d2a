import { RequestError } from './request-error';

/** Error code for a number that cannot be one, such as a whole number that is still being typed. */
const INVALID_NUMBER = 33003;

/** Returns the answer of a request; `undefined` when the service has no such thing. */
export async function orNothing<Data>(answer: Promise<Data>): Promise<Data | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RequestError && (error.status === 404 || error.code === INVALID_NUMBER))
      return undefined;
    throw error;
  }
}
