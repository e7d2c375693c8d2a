import Box from '@cloudscape-design/components/box';
import { Screen } from './screen';

export const NotFoundScreen = () => (
  <Screen title="Nothing here">
    <Box>
      There is no such page, or your role does not let you see it. Choose another page from the menu, or
      another account above.
    </Box>
  </Screen>
);
