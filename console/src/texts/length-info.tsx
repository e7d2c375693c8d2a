import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import Popover from '@cloudscape-design/components/popover';

/** Explanation of the length and the cost of a text, beside the label of its field. */
export function LengthInfo({ credits }: { credits: number }) {
  return (
    <Popover
      header="Length and cost"
      triggerType="custom"
      content={
        <>
          <Box variant="p">
            Carriers send a text in parts, which the API calls segments. A part has up to 160 characters (153
            each in a longer text). One emoji, curly quote or other character outside the basic alphabet
            (GSM-7) makes that 70 (67 each) for the whole text (UCS-2).
          </Box>
          <Box variant="p">
            An SMS costs {credits} credits for each recipient, whatever its length: 1 for the text, 1 for the
            look-up of the carrier. AWS charges by part.
          </Box>
        </>
      }
    >
      <Link variant="info" ariaLabel="Info on length and cost">
        Info
      </Link>
    </Popover>
  );
}
