import { SpeedTestHistory } from '../../features/network/speed-tests/components/speed-test-history.tsx';
import { SpeedTestPart, type SpeedTestPartProps } from './speed-test-part.tsx';

/** The widget and every test of the customer (specification section 2, Dashboard, Speedtest). */
export function SpeedtestTab({ subscription }: SpeedTestPartProps) {
  return (
    <div className="grid gap-8">
      <SpeedTestPart subscription={subscription} />
      <SpeedTestHistory />
    </div>
  );
}
