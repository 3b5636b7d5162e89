import type { ReferralView } from '@portal/contract/billing/referrals';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { useReferral } from '../api/get-referral.ts';
import { ReferralCodeSlab } from './referral-code-slab.tsx';
import { ReferralStats } from './referral-stats.tsx';
import { ReferralTiers } from './referral-tiers.tsx';

/** Everything about referring friends: the code, its rewards, and the tiers. */
export function ReferralScreen() {
  const t = useText();
  const referral = useReferral();
  return (
    <AsyncBoundary query={referral} failure={t('We could not load your referrals')} skeleton={<ReferralSkeleton />}>
      {(view) => <Referral view={view} />}
    </AsyncBoundary>
  );
}

function Referral({ view }: { view: ReferralView }) {
  return (
    <div className="grid gap-5 lg:gap-6">
      <div className="grid gap-4 lg:grid-cols-[7fr_5fr] lg:gap-6">
        <ReferralCodeSlab code={view.code} />
        <ReferralStats referral={view} />
      </div>
      <ReferralTiers referrals={view.referrals} />
    </div>
  );
}

function ReferralSkeleton() {
  return (
    <div className="grid gap-5 lg:gap-6">
      <div className="grid gap-4 lg:grid-cols-[7fr_5fr] lg:gap-6">
        <Skeleton className="h-72 w-full rounded-panel" />
        <Skeleton className="h-72 w-full rounded-panel" />
      </div>
      <Skeleton className="h-80 w-full rounded-panel" />
    </div>
  );
}
