import { type InferOutput, number, object, parse, parseJson, pipe, string } from 'valibot';

const NEEDED_QUOTAS = object({
  /** Read units a second of the table, for which it is warm. */
  tableReadUnits: number(),
  tableWriteUnits: number(),
  /** Requests a second that the stage lets through to a route. */
  requests: number(),
  /** Calls of `PutEvents` a second. */
  eventCalls: number(),
  /** Events a second, each of which the bus hands on once. */
  events: number(),
});

/** Quotas that an AWS account must have for the load that a stage is made for. */
export type NeededQuotas = InferOutput<typeof NEEDED_QUOTAS>;

/**
 * Reads the quotas from the stack's output `NeededQuotas`.
 *
 * @param text absent: the stack was deployed by a release that does not tell them
 */
export const readNeededQuotas = (text: string | undefined): NeededQuotas | undefined =>
  text === undefined ? undefined : parse(pipe(string(), parseJson(), NEEDED_QUOTAS), text);
