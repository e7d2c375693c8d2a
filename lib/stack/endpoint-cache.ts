/**
 * Replaces `@aws-sdk/endpoint-cache` in bundled handlers: DynamoDB's client creates one, and never uses it while
 * endpoint discovery is off.
 */
export class EndpointCache {}
