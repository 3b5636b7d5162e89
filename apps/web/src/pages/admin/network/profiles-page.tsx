import { useNavigate, useSearchParams } from 'react-router';
import { ProfileList } from '../../../features/network/vendor-profiles/staff/components/profile-list.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { NetworkViews } from './network-views.tsx';

const PATH = '/admin/network/profiles';

const addressOf = (id: string | null) => (id === null ? PATH : `${PATH}?profile=${encodeURIComponent(id)}`);

/** /admin/network/profiles: how access servers of each vendor are told what a line gets. */
export function ProfilesPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  return (
    <ConsolePageLayout
      title="Network"
      lead="How access servers of each vendor are told the speed of a line, its address, and its limit."
    >
      <NetworkViews current="profiles" />
      <ProfileList
        chosen={params.get('profile')}
        addressOf={addressOf}
        onChoose={(id) => void navigate(addressOf(id))}
      />
    </ConsolePageLayout>
  );
}
