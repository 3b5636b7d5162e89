import { brand } from '@portal/brand';
import type { Settings } from '../platform/settings/create-settings.ts';
import { initialSettings } from '../platform/settings/initial-settings.ts';

const seller = { taxId: '01234567-0001', registrationNumber: 'RC 123456' };

/** The installation's own settings, of which staff have published nothing, with translations of notices. */
export function unpublishedIn(
  translations: Parameters<typeof initialSettings>[2],
  limits: Partial<Omit<Parameters<typeof initialSettings>[1], 'seller'>> = {},
): Pick<Settings, 'get'> {
  const config = { seller, renewals: { invoiceDays: 7, graceDays: 3 }, refundApprovalAboveNaira: 50_000, ...limits };
  const values = initialSettings(brand, config, translations);
  return { get: (subject) => values[subject] };
}

export const unpublishedSettings = unpublishedIn({});
