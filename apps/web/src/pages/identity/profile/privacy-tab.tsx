import type { CurrentUser } from '@portal/contract/identity/accounts';
import { usePrivacy } from '../../../features/identity/privacy/api/get-privacy.ts';
import { CorrectionPanel } from '../../../features/identity/privacy/components/correction-panel.tsx';
import { DeletionPanel } from '../../../features/identity/privacy/components/deletion-panel.tsx';
import { ExportPanel } from '../../../features/identity/privacy/components/export-panel.tsx';
import { HoldingsPanel } from '../../../features/identity/privacy/components/holdings-panel.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';

/** What is held about the customer, and their rights: a copy, a correction, a deletion. */
export function PrivacyTab({ user }: { user: CurrentUser }) {
  const t = useText();
  return (
    <AsyncBoundary
      query={usePrivacy()}
      failure={t('We could not load what we hold about you')}
      skeleton={<Skeleton className="h-[60rem] w-full rounded-panel" />}
    >
      {(privacy) => (
        <div className="grid items-start gap-10 lg:grid-cols-[5fr_7fr] lg:gap-12">
          <div className="grid gap-10">
            <ExportPanel latest={privacy.export} />
            <CorrectionPanel />
            <DeletionPanel email={user.email} deletion={privacy.deletion} obstacles={privacy.obstacles} />
          </div>
          <HoldingsPanel holdings={privacy.holdings} />
        </div>
      )}
    </AsyncBoundary>
  );
}
