import Box from '@cloudscape-design/components/box';
import Spinner from '@cloudscape-design/components/spinner';

export function LoadingScreen() {
  return (
    <div data-loading>
      <Box textAlign="center" padding="xxl">
        <Spinner size="large" />
      </Box>
    </div>
  );
}
