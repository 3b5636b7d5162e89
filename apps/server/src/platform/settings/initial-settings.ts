import type { Brand } from '@portal/brand';
import type { SettingSubject, SettingValue } from '@portal/contract/platform/settings';
import type { Config } from '../config/config.ts';

export type SettingValues = { readonly [S in SettingSubject]: SettingValue<S> };

/** The installation's own settings, from the brand file and the environment: what applies until staff publish. */
export function initialSettings(brand: Brand, config: Pick<Config, 'seller'>): SettingValues {
  const { maxSpeed, uptime, support, cities, users, states, chatReply } = brand.claims;
  const hrefOf = (network: Brand['social'][number]['network']): string =>
    brand.social.find((page) => page.network === network)?.href ?? '';
  return {
    company: {
      legalName: brand.legalName,
      ...brand.address,
      taxId: config.seller.taxId ?? '',
      registrationNumber: config.seller.registrationNumber ?? '',
    },
    contacts: {
      phone: brand.phone.label,
      supportEmail: brand.supportEmail,
      salesEmail: brand.salesEmail,
      facebook: hrefOf('facebook'),
      x: hrefOf('x'),
      instagram: hrefOf('instagram'),
      linkedin: hrefOf('linkedin'),
    },
    claims: { maxSpeed, uptime, support, cities, users, states, chatReply },
  };
}
