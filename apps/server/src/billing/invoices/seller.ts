import type { Settings } from '../../platform/settings/create-settings.ts';
import type { InvoiceParty } from './supply.ts';

/** The seller on a document that is issued now, as staff have published it. */
export function sellerOf({ get }: Pick<Settings, 'get'>): InvoiceParty {
  const { legalName, street, district, city, taxId, registrationNumber } = get('company');
  const { supportEmail, phone } = get('contacts');
  return {
    name: legalName,
    address: `${street}, ${district}, ${city}`,
    taxId: taxId || null,
    registrationNumber: registrationNumber || null,
    email: supportEmail,
    phone,
  };
}
