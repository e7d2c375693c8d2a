import type { AutomationVersion } from '../../api/schemas';
import { DescribeAudience } from '../campaigns/describe-audience';
import { useNames } from './use-names';
import { describeCondition } from '../../audience/describe-condition';

/** Description of who may enter: the audience of the repeated trigger, and the limit of the automation. */
export function WhoMayEnter({ plan: { trigger, audience } }: { plan: AutomationVersion['plan'] }) {
  const names = useNames();
  const audiences = [trigger.audience, audience].filter((one) => one !== undefined);
  if (audiences.length === 0) return <>Everyone who is opted in</>;
  return (
    <>
      {audiences.map((one, index) => (
        <div key={index}>
          <DescribeAudience audience={one} />
          {one.filter && <div>{describeCondition(one.filter, names.fields)}</div>}
        </div>
      ))}
    </>
  );
}
