import { pathToFileURL } from 'node:url';
import { App } from 'aws-cdk-lib';
import { buildConsole } from '../lib/console/build-console';
import { generateSources } from '../lib/generate/generate-sources';
import { chooseStage } from '../lib/stack/choose-stage';
import { readTarget, refuseDrops } from '../lib/stack/last-deployment';
import { MessagingStacks } from '../lib/stack/messaging-stacks';
import { secondRegionOf } from '../lib/stack/second-region';
import { checkSecurity } from '../lib/stack/security-checks';

/**
 * The CDK app. `SYNTH_WITHOUT_BUNDLING=1` leaves the handlers out of the assembly, when only the template is needed;
 * `CDK_OUTDIR` names the output folder, and `STAGES_DIR` the folder of the stages of tests and of the local service. An
 * assembly for deployment is also checked against cdk-nag's rules and, with credentials, against the last deployment.
 */
generateSources(process.cwd());
const skipsBundling = process.env.SYNTH_WITHOUT_BUNDLING === '1';
const app = new App({
  // The template needs neither the tree nor stack traces, and both take time.
  ...(skipsBundling && {
    treeMetadata: false,
    context: { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-stack-trace': true },
  }),
});
const stage = await chooseStage(app.node, {
  folder: process.env.STAGES_DIR ?? 'stages',
  load: async (file) => ((await import(pathToFileURL(file).href)) as { default?: unknown }).default,
});
if (!skipsBundling) await buildConsole(process.cwd());
const stacks = new MessagingStacks(app, stage, { region: process.env.CDK_DEFAULT_REGION });
const second = secondRegionOf(stage);
const all = [stacks, ...(second ? [new MessagingStacks(app, second)] : [])];
if (!skipsBundling) {
  for (const some of all) checkSecurity(some);
  const target = readTarget(process.env);
  const { name: region = target?.region } = stage.region ?? {};
  if (target && region !== undefined) await refuseDrops(stacks.api, { target: { ...target, region } });
}
app.synth();
