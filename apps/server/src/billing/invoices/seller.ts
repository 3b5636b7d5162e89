import { brand } from '@portal/brand';
import type { InvoiceParty } from './supply.ts';

/**
 * Who sells, as invoices name them: the brand, with the numbers that the tax authority and the
 * register of companies have given.
 */
export function createSeller(numbers: {
  readonly taxId: string | null;
  readonly registrationNumber: string | null;
}): InvoiceParty {
  const { street, district, city } = brand.address;
  return {
    name: brand.legalName,
    address: `${street}, ${district}, ${city}`,
    ...numbers,
    email: brand.supportEmail,
    phone: brand.phone.label,
  };
}
