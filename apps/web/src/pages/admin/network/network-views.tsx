import { findAddressOwner } from '@portal/contract/network/address-owners';
import { listSharedLogins } from '@portal/contract/network/shared-logins';
import { listAccessServers } from '@portal/contract/network/staff-access-servers';
import { listNetworkSessions } from '@portal/contract/network/staff-sessions';
import { type Needs, useMay } from '../../../shared/staff/use-may.ts';
import { LinkTabs } from '../../../shared/ui/navigation/link-tabs.tsx';

type View = { readonly id: string; readonly to: string; readonly label: string; readonly needs?: Needs };

const VIEWS = [
  { id: 'incidents', to: '/admin/network', label: 'Incidents' },
  { id: 'sessions', to: '/admin/network/sessions', label: 'Sessions', needs: listNetworkSessions },
  { id: 'shared-logins', to: '/admin/network/shared-logins', label: 'Shared logins', needs: listSharedLogins },
  { id: 'areas', to: '/admin/network/areas', label: 'Areas' },
  { id: 'addresses', to: '/admin/network/addresses', label: 'Addresses' },
  { id: 'servers', to: '/admin/network/servers', label: 'Access servers', needs: listAccessServers },
  { id: 'profiles', to: '/admin/network/profiles', label: 'Profiles', needs: listAccessServers },
  { id: 'actions', to: '/admin/network/lines', label: 'RADIUS actions' },
  { id: 'mismatches', to: '/admin/network/lines?view=mismatches', label: 'Mismatches' },
  { id: 'packets', to: '/admin/network/lines?view=packets', label: 'Rejected packets' },
  { id: 'address-owner', to: '/admin/network/address-owner', label: 'Address owner', needs: findAddressOwner },
] as const satisfies readonly View[];

export type NetworkView = (typeof VIEWS)[number]['id'];

/** The parts of the console that are about the network, as far as one may open them. */
export function NetworkViews({ current }: { current: NetworkView }) {
  const may = useMay();
  const views = VIEWS.filter((view: View) => view.needs === undefined || may(view.needs));
  return (
    <div className="mt-4">
      <LinkTabs label="Parts of the network" views={views} current={current} />
    </div>
  );
}
