import Box from '@cloudscape-design/components/box';
import type { Message } from '../api/schemas';
import { adviseOn, UNDELIVERED_ADVICE } from '../recipients/advice';
import { describeReason } from '../recipients/reasons';

/** Reason why a text did not arrive, with what to do about it. */
export function WhyNot({ message }: { message: Message }) {
  if (message.status === 'failed') {
    return <Reason text={describeReason(message.errorType)} advice={adviseOn(message.errorType)} />;
  }
  if (message.deliveryStatus !== 'failed') return <>–</>;
  return <Reason text={message.carrierReason ?? 'The carrier gave no reason.'} advice={UNDELIVERED_ADVICE} />;
}

function Reason({ text, advice }: { text: string; advice: string | undefined }) {
  return (
    <>
      {text}
      {advice !== undefined && (
        <Box variant="small" display="block">
          {advice}
        </Box>
      )}
    </>
  );
}
