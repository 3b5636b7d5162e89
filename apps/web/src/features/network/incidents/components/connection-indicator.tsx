import type { NetworkStatus } from '@portal/contract/network/incidents';
import { classNames } from '../../../../shared/ui/layout/class-names.ts';

const LIGHTS: Record<NetworkStatus['connection'], string> = {
  Online: '',
  'Partial outage': 'bg-(--level-high)',
  'Major outage': 'bg-(--level-critical)',
};

/** The dot beside the word, so that the colour never speaks alone; on glass. */
export function ConnectionIndicator({ connection }: Pick<NetworkStatus, 'connection'>) {
  return <span className={classNames('live', LIGHTS[connection])} />;
}
