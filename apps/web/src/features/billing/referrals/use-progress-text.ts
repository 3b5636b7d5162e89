import { useText } from '../../../shared/i18n/use-text.ts';
import { tierProgress } from './referral-tier.ts';

/** '3 friends joined. 2 more for Silver.' */
export function useProgressText(referrals: number): string {
  const t = useText();
  const joined = referrals === 1 ? t('1 friend joined.') : t('{count} friends joined.', { count: referrals });
  const progress = tierProgress(referrals);
  if (!progress) return `${joined} ${t('You are on the highest tier.')}`;
  const missing = { count: progress.needed - progress.done, tier: t(progress.next.name) };
  return `${joined} ${t('{count} more for {tier}.', missing)}`;
}
