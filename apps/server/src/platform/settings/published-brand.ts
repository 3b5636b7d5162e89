import type { Brand } from '@portal/brand';
import { siteTexts } from '@portal/contract/platform/site-texts';
import { phoneLink } from '@portal/kernel/phone-link';
import type { Settings } from './create-settings.ts';

const NETWORKS = ['facebook', 'x', 'instagram', 'linkedin'] as const;

/** The words of the brand as pages embed them (`#brand`), without its looks. */
export type BrandWords = Omit<Brand, 'logo' | 'colours' | 'fontStack' | 'radii'>;

/**
 * The words of the brand with what staff have published; null while that is what the site was built
 * with.
 */
export function publishedBrand(brand: Brand, { get, initial }: Pick<Settings, 'get' | 'initial'>): BrandWords | null {
  const groups = ['company', 'contacts', 'claims'] as const;
  const publishedTexts = siteTexts.filter((text) => get(text) !== initial(text));
  if (publishedTexts.length === 0 && groups.every((group) => get(group) === initial(group))) return null;
  const { logo: _logo, colours: _colours, fontStack: _fontStack, radii: _radii, ...words } = brand;
  const { legalName, street, district, city } = get('company');
  const { phone, supportEmail, salesEmail, ...links } = get('contacts');
  return {
    ...words,
    publishedTexts,
    legalName,
    address: { street, district, city },
    phone: { label: phone, href: phoneLink(phone) },
    supportEmail,
    salesEmail,
    social: NETWORKS.flatMap((network) => (links[network] ? [{ network, href: links[network] }] : [])),
    claims: { ...words.claims, ...get('claims') },
  };
}
