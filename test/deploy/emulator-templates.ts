import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const GLOBAL_TABLE = 'AWS::DynamoDB::GlobalTable';

interface Template {
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
}

/**
 * Makes a plain table of the global table in synthesised templates, with what its only replica says of it. MiniStack
 * 1.5 creates a global table, but reads nothing of its replicas, such as the deletion protection, and cannot import one.
 *
 * @param assembly folder of `cdk synth`
 */
export function makeTablesPlain(assembly: string): void {
  for (const name of readdirSync(assembly).filter((file) => file.endsWith('.template.json'))) {
    const file = join(assembly, name);
    const template = JSON.parse(readFileSync(file, 'utf8')) as Template;
    const tables = Object.values(template.Resources).filter(({ Type }) => Type === GLOBAL_TABLE);
    if (tables.length === 0) continue;
    for (const table of tables) {
      const { Replicas, SSESpecification: _, ...properties } = table.Properties;
      const [{ Region: _region, GlobalSecondaryIndexes: _indexes, ...replica } = {}] = Replicas as Array<
        Record<string, unknown>
      >;
      table.Type = 'AWS::DynamoDB::Table';
      table.Properties = { ...properties, ...replica, SSESpecification: { SSEEnabled: true } };
    }
    writeFileSync(file, JSON.stringify(template));
  }
}
