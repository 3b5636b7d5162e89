import { LinkTabs } from '../../../shared/ui/navigation/link-tabs.tsx';

const VIEWS = [
  { id: 'incidents', to: '/admin/network', label: 'Incidents' },
  { id: 'areas', to: '/admin/network/areas', label: 'Areas' },
  { id: 'addresses', to: '/admin/network/addresses', label: 'Addresses' },
  { id: 'actions', to: '/admin/network/lines', label: 'RADIUS actions' },
  { id: 'mismatches', to: '/admin/network/lines?view=mismatches', label: 'Access mismatches' },
  { id: 'packets', to: '/admin/network/lines?view=packets', label: 'Rejected packets' },
] as const;

export type NetworkView = (typeof VIEWS)[number]['id'];

/** The parts of the console that are about the network. */
export function NetworkViews({ current }: { current: NetworkView }) {
  return (
    <div className="mt-4">
      <LinkTabs label="Parts of the network" views={VIEWS} current={current} />
    </div>
  );
}
