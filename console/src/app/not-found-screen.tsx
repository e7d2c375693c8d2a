import Box from '@cloudscape-design/components/box';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';

export function NotFoundScreen() {
  return (
    <ContentLayout header={<Header variant="h1">Nothing here</Header>}>
      <Box>
        There is no such page, or your role does not let you see it. Choose a screen on the left, or another
        account above.
      </Box>
    </ContentLayout>
  );
}
