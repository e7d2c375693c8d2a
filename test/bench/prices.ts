import type { Units } from '../support/engines/capacity-meter';

/**
 * Prices in dollars, on-demand, us-east-1, as published on 2026-11-01. Taxes, free tiers and discounts are left out.
 */
export const PRICES = {
  dynamoDbPerMillionWrites: 0.625,
  dynamoDbPerMillionReads: 0.125,
  dynamoDbPerGbMonth: 0.25,
  lambdaPerMillionCalls: 0.2,
  lambdaArmPerGbSecond: 0.000_013_333_4,
  httpApiPerMillionCalls: 1,
  sqsPerMillionCalls: 0.4,
  eventBridgePerMillionEvents: 1,
} as const;

/** Returns the price of a thousand operations with these units in DynamoDB. */
export function dollarsPerThousand({ read, write }: Units): number {
  return (read * PRICES.dynamoDbPerMillionReads + write * PRICES.dynamoDbPerMillionWrites) / 1_000;
}
