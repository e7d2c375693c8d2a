/**
 * Takes the place of `@aws-sdk/endpoint-cache` in bundled handlers: DynamoDB's client makes one, and never asks it as long as
 * endpoints are not discovered, which is off.
 */
export class EndpointCache {}
