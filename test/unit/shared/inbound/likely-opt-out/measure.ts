import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readKeyword } from '../../../../../shared/inbound/keyword';
import { readLikelyOptOut } from '../../../../../shared/inbound/internal/likely-opt-out/read-likely-opt-out';

export interface Figures {
  refusals: number;
  missed: number;
  answers: number;
  takenForRefusals: number;
}

/** Reads the texts of a file, one a line. */
export const readTexts = (file: string): string[] =>
  readFileSync(path.join(__dirname, file), 'utf8')
    .split('\n')
    .filter((text) => text.trim() !== '');

/** Returns true for a text that the service treats as a refusal: as a keyword or as a likely opt-out. */
export const isTaken = (text: string): boolean =>
  readKeyword(text) === 'stop' || readLikelyOptOut(text) !== undefined;

/** Returns only counts: missed texts are not printed, so that the phrases are not tuned on them. */
export function measure(refusals: string[], answers: string[]): Figures {
  return {
    refusals: refusals.length,
    missed: refusals.filter((text) => !isTaken(text)).length,
    answers: answers.length,
    takenForRefusals: answers.filter(isTaken).length,
  };
}
