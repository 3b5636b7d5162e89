import type { ReferralView } from '@portal/contract/billing/referrals';
import { formatNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { tierProgress } from '../referral-tier.ts';
import { useProgressText } from '../use-progress-text.ts';
import { ReferralNodes } from './referral-nodes.tsx';

/** Friends who have paid, their rewards, and the pending ones. */
export function ReferralStats({ referral }: { referral: ReferralView }) {
  const t = useText();
  const { referrals, earnings, pendingRewards } = referral;
  const progress = tierProgress(referrals);
  const text = useProgressText(referrals);
  return (
    <Panel className="flex flex-col gap-5">
      <h2 className="h4">{t('What your code has brought')}</h2>
      <div>
        <p className="soft small">{t('Earned')}</p>
        <p className="fig">{formatNaira(earnings)}</p>
      </div>
      <dl className="grid grid-cols-2 gap-4">
        <Stat label={t('Friends')} value={String(referrals)} />
        <Stat label={t('Pending')} value={formatNaira(pendingRewards)} />
      </dl>
      <div className="mt-auto border-line border-t pt-5">
        <ReferralNodes done={progress?.done ?? 5} total={progress?.needed ?? 5} />
        <p className="soft small mt-2.5">{text}</p>
      </div>
    </Panel>
  );
}

function Stat({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="soft small">{label}</dt>
      <dd className="font-light text-[1.5rem] leading-[1.2] tracking-[-0.02em]">{value}</dd>
    </div>
  );
}
