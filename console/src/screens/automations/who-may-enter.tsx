import type { AutomationVersion } from '../../api/schemas';
import { DescribeAudience } from '../campaigns/describe-audience';

/** Description of who may enter: the audience of the repeated trigger, and the limit of the automation. */
export function WhoMayEnter({ plan: { trigger, audience } }: { plan: AutomationVersion['plan'] }) {
  const audiences = [trigger.audience, audience].filter((one) => one !== undefined);
  if (audiences.length === 0) return <>Everyone who is opted in</>;
  return (
    <>
      {audiences.map((one, index) => (
        <div key={index}>
          <DescribeAudience audience={one} />
        </div>
      ))}
    </>
  );
}
