import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { limitRules } from '../at-limit.ts';

/** What a plan does at its monthly limit, and its free hours; nothing where it has neither. */
export function LimitRules({ plan }: { plan: Pick<ServicePlan, 'atLimit' | 'freeHours'> }) {
  const t = useText();
  return limitRules(t, plan).map((rule) => (
    <p key={rule} className="soft small">
      {rule}
    </p>
  ));
}
