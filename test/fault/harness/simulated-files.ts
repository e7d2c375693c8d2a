import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Files } from '../../../shared/platform/files/files';
import { latency } from './faulty-document-client';
import type { Mix } from './mix';
import type { Simulation } from './simulation';

type Call = (...args: unknown[]) => Promise<unknown>;

/**
 * Creates a bucket as processes of a simulation see it: with latency, and with calls that fail before or after they
 * took effect.
 */
export function createSimulatedFiles(options: {
  simulation: Simulation;
  mix: () => Mix;
  files: Files;
}): Files {
  const { simulation, mix, files } = options;
  const callOf =
    (name: keyof Files): Call =>
    async (...args) =>
      simulation.call(`files.${name}`, latency(simulation, mix()), async () => {
        const chance = mix().files;
        const fails = chance > 0 && simulation.random() < chance;
        const isEffective = fails && simulation.random() < 0.5;
        if (fails) simulation.note(`  fails ${isEffective ? 'after' : 'before'}: files.${name}`);
        if (fails && !isEffective) throw new Error('Injected: the bucket did nothing');
        const answer = await (files[name] as Call)(...args);
        if (!isEffective) return answer;
        if (name === 'read') return breakingOff(answer as Readable);
        throw new Error('Injected: the answer of the bucket was lost');
      });
  const calls = ['find', 'read', 'put', 'startUpload', 'putPart', 'completeUpload', 'abortUpload', 'delete'];
  return {
    ...files,
    ...Object.fromEntries(calls.map((name) => [name, callOf(name as keyof Files)])),
  };
}

/** Returns a file that breaks off after its first half. */
async function breakingOff(file: Readable): Promise<Readable> {
  const content = await buffer(file);
  const half = async function* () {
    yield content.subarray(0, Math.floor(content.length / 2));
    throw new Error('Injected: the connection broke');
  };
  return Readable.from(half());
}
