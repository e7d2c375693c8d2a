/** Target that is missed today. */
export interface KnownMiss {
  /** Reason, as the end of a sentence. */
  because: string;
  /** Figure up to which the miss is no news: beyond it the run fails. */
  upTo: number;
}

/** Judgement of a figure: `known` is a miss that has a reason and has not grown. */
export type Verdict = 'met' | 'known' | 'missed';

export function judge(figure: { measured: number; isMet: boolean; known?: KnownMiss | undefined }): Verdict {
  if (figure.isMet) return 'met';
  return figure.known !== undefined && figure.measured <= figure.known.upTo ? 'known' : 'missed';
}

/** Returns the judgement in words, with the reason of a known miss. */
export const describeVerdict = (verdict: Verdict, known?: KnownMiss): string =>
  verdict === 'known' ? `MISSED, as is known: ${known?.because}` : verdict === 'met' ? 'met' : 'MISSED';
