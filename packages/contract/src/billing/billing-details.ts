import { isTaxId } from '@portal/kernel/billing/tax-id';
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, optionalText, requiredText } from '../platform/fields.ts';

const LONGEST_TAX_ID = 20;

const taxIdForm = z.refine<string | undefined>(
  (text) => !text || isTaxId(text),
  'A TIN has 5 to 20 letters, digits and hyphens, such as 12345678-0001',
);

/** A TIN by its form, which may be left out or empty. */
export const optionalTaxId = optionalText(LONGEST_TAX_ID).check(taxIdForm);

/** A TIN by its form. `message` is shown when it is blank. */
export const requiredTaxId = (message: string) => requiredText(LONGEST_TAX_ID, message).check(taxIdForm);

export const billingDetails = z.object({
  companyName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
});
export type BillingDetails = z.infer<typeof billingDetails>;

export const getBillingDetails = defineEndpoint({
  method: 'GET',
  path: '/api/user/billing-details',
  access: 'session',
  viewable: true,
  accountRole: 'billing',
  summary: 'What the caller wants on their invoices besides their name',
  answer: billingDetails,
  errors: [],
});

export const saveBillingDetails = defineEndpoint({
  method: 'PUT',
  path: '/api/user/billing-details',
  access: 'session',
  accountRole: 'billing',
  summary: 'Set what is on the caller’s invoices from now on; left out or empty is nothing',
  body: z.object({ companyName: optionalText(150), address: optionalText(300), taxId: optionalTaxId }),
  answer: z.object({ ...acknowledged, billingDetails }),
  errors: [],
});

export const api = {
  description: 'What a customer wants on their invoices besides their name.',
  endpoints: { getBillingDetails, saveBillingDetails },
  schemas: { billingDetails },
};
