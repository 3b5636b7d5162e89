import type { CurrentUser } from '@portal/contract/identity/accounts';
import { signInName } from '@portal/kernel/messaging/mail';
import { AccountViewsPanel } from '../../../features/identity/account-views/components/account-views-panel.tsx';
import { GrievancePanel } from '../../../features/identity/grievances/components/grievance-panel.tsx';
import { usePrivacy } from '../../../features/identity/privacy/api/get-privacy.ts';
import { CorrectionPanel } from '../../../features/identity/privacy/components/correction-panel.tsx';
import { DeletionPanel } from '../../../features/identity/privacy/components/deletion-panel.tsx';
import { ExportPanel } from '../../../features/identity/privacy/components/export-panel.tsx';
import { HoldingsPanel } from '../../../features/identity/privacy/components/holdings-panel.tsx';
import { ConsentsPanel } from '../../../features/messaging/consents/components/consents-panel.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';

/** What is held about the customer and what they agreed to; their copy, corrections, who looked, grievances and deletion. */
export function PrivacyTab({ user }: { user: CurrentUser }) {
  const t = useText();
  const privacy = usePrivacy();
  const { data } = privacy;
  return (
    <div className="grid items-start gap-10 lg:grid-cols-[5fr_7fr] lg:gap-12">
      <div className="grid gap-10">
        {data && <ExportPanel latest={data.export} />}
        {privacy.isPending && <Skeleton className="h-48 w-full" />}
        <CorrectionPanel />
        <ConsentsPanel />
        <AccountViewsPanel />
        <GrievancePanel />
        {data && <DeletionPanel email={signInName(user)} deletion={data.deletion} obstacles={data.obstacles} />}
      </div>
      <AsyncBoundary
        query={privacy}
        failure={t('We could not load what we hold about you')}
        skeleton={<Skeleton className="h-[60rem] w-full rounded-panel" />}
      >
        {({ holdings }) => <HoldingsPanel holdings={holdings} />}
      </AsyncBoundary>
    </div>
  );
}
