import { useSearchParams } from 'react-router';
import { SharedLoginList } from '../../../features/network/shared-logins/staff/components/shared-login-list.tsx';
import { LinkTabs } from '../../../shared/ui/navigation/link-tabs.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { NetworkViews } from './network-views.tsx';

const PATH = '/admin/network/shared-logins';
const STATES = [
  { id: 'open', to: PATH, label: 'To look at' },
  { id: 'dismissed', to: `${PATH}?state=dismissed`, label: 'Dismissed' },
] as const;

/** /admin/network/shared-logins: logins that seem to be used from more places than one. */
export function SharedLoginsPage() {
  const state = useSearchParams()[0].get('state') === 'dismissed' ? 'dismissed' : 'open';
  return (
    <ConsolePageLayout
      title="Network"
      lead="More routers take turns in these logins than their plan allows: they may be shared, or sold on."
    >
      <NetworkViews current="shared-logins" />
      <div className="mt-5">
        <LinkTabs label="Shared logins" views={STATES} current={state} />
      </div>
      <div className="mt-6">
        <SharedLoginList state={state} />
      </div>
    </ConsolePageLayout>
  );
}
