import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';

/** Shown to a reader without a session; the address they asked for is kept for after the sign-in. */
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
