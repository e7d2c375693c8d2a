import Box from '@cloudscape-design/components/box';

/** Advice of the service, whose commands and names of fields stand between backticks. */
export function Advice({ text }: { text: string }) {
  return (
    <span className="wrap-anywhere">
      {text.split('`').map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <Box key={index} variant="code" display="inline">
            {part}
          </Box>
        ),
      )}
    </span>
  );
}
