import { execFileSync } from 'node:child_process';

/** Measures the peak resident memory, in MB, of a process that answers one event with a bundled handler. */
export function peakMb(bundle: string, request: { event: object; status: number }): number {
  const program = `import { text } from 'node:stream/consumers';
    const { handler } = await import(${JSON.stringify(bundle)});
    const answer = await handler(JSON.parse(await text(process.stdin)), { awsRequestId: 'bench' });
    if (answer.statusCode !== ${request.status}) throw new Error(answer.body);
    process.stdout.write(String(process.resourceUsage().maxRSS / 1024));
    process.exit();`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      input: JSON.stringify(request.event),
      maxBuffer: 1_000_000,
    }),
  );
}
