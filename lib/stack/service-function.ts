import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CfnResource, Duration, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import {
  Alias,
  Architecture,
  CfnEventSourceMapping,
  type CfnFunction,
  Code,
  type IEventSource,
  type IFunction,
  type IVersion,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { bundleFolder } from './bundles';
import { FunctionRole } from './function-role';
import { settingsOf, SINGLE_SEND, takesOverGradually } from './function-settings';
import { reservedConcurrencyOf } from './size';
import { LOG_RETENTION, type Stage } from './stage';
import { accessOf, grantTableAccess, takesCursors } from './table-access';
import { provisionedAllDay, scheduleWarmth } from './warm-instances';

export interface ServiceFunctionProps {
  stage: Stage;
  /** File of the handler, from the root of the project. */
  entry: string;
  environment: Record<string, string>;
  table: ITableV2;
}

/** Root of the handlers: programs run from the root of the project. */
const ROOT = process.cwd();

/**
 * Lambda of this service: Node.js 24 on arm64, bundled by esbuild without Docker. Its handler determines the rest: its
 * size in `function-settings.ts`, its access to the table in `table-access.ts`.
 */
export class ServiceFunction extends NodejsFunction {
  /** True when it needs the key under whose hashes erased people are kept. */
  readonly hashesErasedPeople: boolean;
  /** True when it returns a list whose pages have cursors. */
  readonly sealsCursors: boolean;
  /** File of the handler, from the root of the project. */
  readonly handlerFile: string;
  /** Alias of the version in use; absent when the newest code is called. */
  readonly live: Alias | undefined;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const entry = join(ROOT, props.entry);
    if (!existsSync(entry))
      throw new Error(`There is no handler ${props.entry}; run from the root of the project`);
    const settings = settingsOf(props.entry);
    const reservedConcurrentExecutions = reservedConcurrencyOf(props.entry, props.stage.size);
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: LOG_RETENTION,
      removalPolicy: props.stage.removalPolicy,
    });
    // Lambda's usual policy lets a function write to every log group of the account.
    const role = new FunctionRole(scope, `${id}Role`);
    logGroup.grantWrite(role);
    super(scope, id, {
      entry,
      handler: 'handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: settings.memoryMb,
      timeout: Duration.seconds(settings.timeoutSeconds),
      ...(props.stage.reservedConcurrency &&
        reservedConcurrentExecutions !== undefined && { reservedConcurrentExecutions }),
      ...(props.stage.tracing && { tracing: Tracing.ACTIVE }),
      environment: { ...props.environment, ...(props.stage.tracing && { TRACING: 'on' }) },
      role,
      logGroup,
      projectRoot: ROOT,
      depsLockFilePath: join(ROOT, 'package-lock.json'),
      ...(Stack.of(scope).bundlingRequired && {
        code: Code.fromAsset(bundleFolder(ROOT, props.entry)),
        handler: 'index.handler',
      }),
    });
    this.handlerFile = props.entry;
    this.sealsCursors = takesCursors(props.entry);
    const access = accessOf(props.entry);
    grantTableAccess(props.table, this, access);
    this.hashesErasedPeople = [access.read, access.put].some((partitions) =>
      partitions?.includes('erasedPerson'),
    );
    // The local service runs the handler from its source.
    (this.node.defaultChild as CfnResource).addMetadata('entry', props.entry);
    const warm = props.entry === SINGLE_SEND ? props.stage.warmSingleSends : undefined;
    if (warm || (props.stage.gradualDeployment && takesOverGradually(props.entry))) {
      this.live = new Alias(this, 'Live', {
        aliasName: 'live',
        version: this.currentVersion as IVersion,
        ...(warm && provisionedAllDay(warm)),
      });
      if (warm) scheduleWarmth(this.live, warm);
    }
  }

  /** Returns the alias or function that is called. */
  get entrance(): IFunction {
    return (this.live as IFunction | undefined) ?? this;
  }

  /**
   * Lets the function take what it has sent, again and again, as work does that waits. Lambda stops such a loop after about
   * 16 rounds otherwise, and sends the message to the dead-letter queue.
   *
   * **Source:** Lambda's Developer Guide, *Use Lambda recursive loop detection to prevent infinite loops*.
   */
  allowLoop(): void {
    (this.node.defaultChild as CfnFunction).recursiveLoop = RecursiveLoop.ALLOW;
  }

  /**
   * Also makes the event source call the version in use. The mapping stays the same resource: a second one would read
   * the stream of the table from its beginning, and relay again what has been relayed.
   */
  override addEventSource(source: IEventSource): void {
    super.addEventSource(source);
    if (!this.live) return;
    for (const construct of this.node.findAll()) {
      if (construct instanceof CfnEventSourceMapping) construct.functionName = this.live.functionArn;
    }
  }
}
