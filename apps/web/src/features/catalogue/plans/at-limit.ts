import type { ServicePlan } from '@portal/contract/catalogue/plans';
import type { Translate } from '../../../shared/i18n/translate.ts';

const hour = (value: number): string => `${String(value).padStart(2, '0')}:00`;

/** What a plan does at its monthly limit, and its free hours, each in a sentence; empty where that is nothing. */
export function limitRules(t: Translate, { atLimit, freeHours }: Pick<ServicePlan, 'atLimit' | 'freeHours'>): string[] {
  const rules: string[] = [];
  if (atLimit?.do === 'stop')
    rules.push(t('At the monthly limit: only this portal and its payment pages until the month ends'));
  if (atLimit?.do === 'slower')
    rules.push(
      t('At the monthly limit: {down} Mbps down, {up} Mbps up until the month ends', {
        down: atLimit.downloadMbps ?? 0,
        up: atLimit.uploadMbps ?? 0,
      }),
    );
  if (freeHours)
    rules.push(
      t('Free data from {from} to {until}', { from: hour(freeHours.fromHour), until: hour(freeHours.untilHour) }),
    );
  return rules;
}
