import { CircleCheck, CircleDot, Lock } from 'lucide-react';
import { formatNaira } from '../../../../shared/format/naira.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { type ReferralTier, referralTiers, type TierStatus, tierStatus } from '../referral-tier.ts';

const LOOKS = {
  current: { label: phrase('Current'), kind: 'info', icon: CircleDot },
  completed: { label: phrase('Completed'), kind: 'ok', icon: CircleCheck },
  locked: { label: phrase('Locked'), kind: 'mute', icon: Lock },
} as const;

/** Bronze, Silver and Gold, each with its state and its reward (specification sections 4 and 9). */
export function ReferralTiers({ referrals }: { referrals: number }) {
  const t = useText();
  return (
    <section aria-labelledby="tiers-heading">
      <h2 className="h3 mb-4" id="tiers-heading">
        {t('Tiers')}
      </h2>
      <ol className="grid gap-4 md:grid-cols-3 lg:gap-6">
        {referralTiers.map((tier) => (
          <TierCard key={tier.name} tier={tier} status={tierStatus(tier, referrals)} />
        ))}
      </ol>
    </section>
  );
}

function TierCard({ tier, status }: { tier: ReferralTier; status: TierStatus }) {
  const t = useText();
  const { label, kind, icon } = LOOKS[status];
  const reach = tier.from === 0 ? t('From your first friend') : t('From {count} friends', { count: tier.from });
  return (
    <li className="flex">
      <Panel selected={status === 'current'} className="w-full">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="h3">{t(tier.name)}</h3>
          <Badge kind={kind} icon={icon}>
            {t(label)}
          </Badge>
        </div>
        <p className="soft mt-1">{reach}</p>
        <DescriptionList
          className="mt-5 border-line border-t pt-4"
          facts={[
            { label: t('For each friend'), value: formatNaira(tier.reward) },
            { label: t('Bonus'), value: tier.bonus > 0 ? formatNaira(tier.bonus) : t('None') },
          ]}
        />
      </Panel>
    </li>
  );
}
