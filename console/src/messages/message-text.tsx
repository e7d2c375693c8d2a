import Box from '@cloudscape-design/components/box';
import type { Message } from '../api/schemas';

/** Body of a text. A text that waits still contains its merge tags. */
export function MessageText({ message: { body, mediaUrl, status } }: { message: Message }) {
  const isTemplate = status === 'queued' && body?.includes('{{') === true;
  return (
    <>
      {body ?? (mediaUrl ? 'Picture or file' : 'Erased')}
      {isTemplate && (
        <Box variant="small" display="block" color="inherit">
          What stands in {'{{ }}'} is filled in when it is sent.
        </Box>
      )}
    </>
  );
}
