import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';

/** Page for a user without a session; the requested address is kept until after the sign-in. */
export function SignInPage() {
  const { pathname, search } = window.location;
  const returnTo = encodeURIComponent(`${pathname}${search}`);
  return (
    <main className="centred-page">
      <Container>
        <SpaceBetween size="l">
          <Box variant="h1">Messaging console</Box>
          <Box>Sign in to see campaigns, contacts and messages.</Box>
          <Button variant="primary" href={`/console/auth/sign-in?returnTo=${returnTo}`}>
            Sign in
          </Button>
        </SpaceBetween>
      </Container>
    </main>
  );
}
