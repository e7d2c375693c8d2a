import Box from '@cloudscape-design/components/box';
import { nameOnPhone } from '../../senders/describe-sender';
import { useSenderName } from '../../senders/use-senders';

interface Props {
  from: string;
  body: string;
  mediaUrl?: string | undefined;
  /** Contact whose values are in the text. */
  caption?: string | undefined;
}

/** Preview of a text as a phone shows it. */
export function PhonePreview({ from, body, mediaUrl, caption }: Props) {
  const senderName = useSenderName();
  return (
    <div>
      <div className="phone" role="img" aria-label={`Text on a phone: ${body}`}>
        <div className="phone-sender">
          <Box variant="small">{nameOnPhone(from, senderName)}</Box>
        </div>
        {mediaUrl !== undefined && (
          <div className="bubble-row">
            <span className="bubble">Picture: {mediaUrl}</span>
          </div>
        )}
        {body !== '' && (
          <div className="bubble-row">
            <span className="bubble">{body}</span>
          </div>
        )}
      </div>
      {caption !== undefined && (
        <Box variant="small" textAlign="center" padding={{ top: 'xs' }} display="block">
          {caption}
        </Box>
      )}
    </div>
  );
}
