import type { Construct } from 'constructs';
import { ApiStack } from './api-stack';
import { DataStack } from './data-stack';
import { EdgeStack } from './edge-stack';
import { METRICS_NAMESPACE, metricsService } from './naming';
import { ServiceFunction } from './service-function';
import type { Stage } from './stage';
import type { StageStack } from './stage-stack';
import { WorkerStack } from './worker-stack';

/**
 * The whole service of a stage, in three stacks: one has at most 500 resources, and the data are not in the stacks that
 * change; a fourth one where CloudFront answers short links. The CDK deploys them in this order.
 *
 * **Source:** docs/decisions/a-stage-has-three-stacks.md.
 */
export class MessagingStacks {
  readonly data: DataStack;
  readonly workers: WorkerStack;
  readonly api: ApiStack;
  /** Absent when no link domain of the stage has a distribution. */
  readonly edge: EdgeStack | undefined;

  /**
   * @param options.region to which a stage of one region is deployed; the stack at the edge reads from there
   * @throws Error when the region is not known, and there is a stack at the edge
   */
  constructor(scope: Construct, stage: Stage, options: { region?: string | undefined } = {}) {
    this.data = new DataStack(scope, stage);
    const environment = environmentOf(this.data);
    this.workers = new WorkerStack(scope, this.data, environment);
    this.api = new ApiStack(scope, { data: this.data, behind: this.workers, environment });
    if (stage.edgeDomains.length > 0) {
      const region = stage.region?.name ?? options.region;
      if (region === undefined)
        throw new Error('The region of the stage is not known: set AWS_REGION, or CDK_DEFAULT_REGION.');
      this.edge = new EdgeStack(scope, stage, { api: this.api, data: this.data, region });
    }
    const functions = this.all
      .flatMap((stack) => stack.node.findAll())
      .filter((construct) => construct instanceof ServiceFunction);
    for (const handler of functions) this.data.keys.giveTo(handler);
    this.data.files.letUse(new Map(functions.map((handler) => [handler.handlerFile, handler])));
  }

  get all(): readonly StageStack[] {
    return [this.data, this.workers, this.api, ...(this.edge ? [this.edge] : [])];
  }
}

/** Returns the variables that all functions have. */
function environmentOf({ stage, table, baseUrl }: DataStack): Record<string, string> {
  const { provider, region } = stage;
  return {
    TABLE_NAME: table.tableName,
    BASE_URL: baseUrl,
    PROVIDER: provider.name,
    ...(region?.settings.made && { REGION_SIDE: region.side }),
    CONSOLE: stage.console ? 'on' : 'off',
    ...(provider.name === 'simulator' && { SIMULATOR_URL: provider.url }),
    POWERTOOLS_SERVICE_NAME: metricsService(stage),
    POWERTOOLS_METRICS_NAMESPACE: METRICS_NAMESPACE,
  };
}
