import { brand } from '@portal/brand';
import type { InvoiceParty } from './supply.ts';

/**
 * The seller on invoices: the brand, with its tax and company registration numbers.
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
