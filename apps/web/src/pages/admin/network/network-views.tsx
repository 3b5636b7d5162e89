import type { Permission } from '@portal/contract/platform/staff-permissions';
import { useMay } from '../../../shared/staff/use-may.ts';
import { LinkTabs, type ViewLink } from '../../../shared/ui/navigation/link-tabs.tsx';

const VIEWS = [
  { id: 'incidents', to: '/admin/network', label: 'Incidents' },
  { id: 'areas', to: '/admin/network/areas', label: 'Areas' },
  { id: 'servers', to: '/admin/network/servers', label: 'Access servers', needs: 'access-servers:read' },
  { id: 'profiles', to: '/admin/network/profiles', label: 'Vendor profiles', needs: 'access-servers:read' },
  { id: 'actions', to: '/admin/network/lines', label: 'RADIUS actions' },
  { id: 'mismatches', to: '/admin/network/lines?view=mismatches', label: 'Access mismatches' },
  { id: 'packets', to: '/admin/network/lines?view=packets', label: 'Rejected packets' },
] as const satisfies readonly (ViewLink & { readonly needs?: Permission })[];

export type NetworkView = (typeof VIEWS)[number]['id'];

/** The parts of the console that are about the network. */
export function NetworkViews({ current }: { current: NetworkView }) {
  const may = useMay();
  const views = VIEWS.filter((view) => !('needs' in view) || may({ permission: view.needs }));
  return (
    <div className="mt-4">
      <LinkTabs label="Parts of the network" views={views} current={current} />
    </div>
  );
}
