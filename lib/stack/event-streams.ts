/**
 * Replaces `@smithy/core/event-streams` in bundled handlers: no operation of AWS that they call sends or returns a
 * stream of events.
 */
export class EventStreamSerde {}
export const eventStreamSerdeProvider = () => undefined;
export const resolveEventStreamSerdeConfig = <Config>(config: Config) => config;
