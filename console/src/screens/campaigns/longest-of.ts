import { countSegments } from '../../../../shared/content/segments';
import type { CampaignPreview } from '../../api/schemas';

type Sample = CampaignPreview['samples'][number];

/** Returns the sample whose text takes the most segments, and of those the most characters. */
export const longestOf = (samples: readonly Sample[] = []): Sample | undefined =>
  samples.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];

/** More than the characters of any text, so that segments count first. */
const BY_SEGMENT = 100_000;
const lengthOf = ({ body }: Sample): number => countSegments(body).segments * BY_SEGMENT + [...body].length;
