import { Gift } from 'lucide-react';
import { formatNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { StatTile } from '../../../../shared/ui/layout/stat-tile.tsx';
import { useReferral } from '../api/get-referral.ts';
import { tierProgress } from '../referral-tier.ts';
import { useProgressText } from '../use-progress-text.ts';
import { ReferralNodes } from './referral-nodes.tsx';

/** The rewards of the customer's code, the pending ones, and the progress to the next tier. */
export function ReferralEarningsCard() {
  const t = useText();
  const referral = useReferral();
  return (
    <AsyncBoundary
      query={referral}
      failure={t('We could not load your referrals')}
      skeleton={<Skeleton className="min-h-[208px] w-full rounded-panel" />}
    >
      {({ referrals, earnings, pendingRewards }) => (
        <StatTile
          label={t('Referral Earnings')}
          icon={Gift}
          drawing={<FriendsDrawing referrals={referrals} />}
          figure={formatNaira(earnings)}
          context={<span className="small">{t('{amount} pending', { amount: formatNaira(pendingRewards) })}</span>}
        />
      )}
    </AsyncBoundary>
  );
}

function FriendsDrawing({ referrals }: { referrals: number }) {
  const progress = tierProgress(referrals);
  const text = useProgressText(referrals);
  return (
    <div>
      <ReferralNodes done={progress?.done ?? 5} total={progress?.needed ?? 5} />
      <p className="soft small mt-2.5">{text}</p>
    </div>
  );
}
