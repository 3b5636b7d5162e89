import type { SpeedTest } from '@portal/contract/network/speed-tests';
import { roundStep } from '../../../shared/ui/chart/round-step.ts';

/** The lines of the speed chart, from 0 to above the fastest measure, at most five. Mbps. */
export function speedTicks(tests: readonly SpeedTest[]): number[] {
  const fastest = Math.max(1, ...tests.flatMap(({ downloadSpeed, uploadSpeed }) => [downloadSpeed, uploadSpeed]));
  const step = roundStep(fastest / 4);
  return Array.from({ length: Math.ceil(fastest / step) + 1 }, (_, line) => line * step);
}
