import * as z from 'zod/mini';
import { identifiedBy } from '../identity/identification.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, optionalText, requiredText, rowNumber } from '../platform/fields.ts';
import { billingDetails, optionalTaxId } from './billing-details.ts';

const customerId = z.object({ id: rowNumber });

export const getStaffBillingDetails = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/billing-details',
  access: 'admin',
  permission: 'customers:read',
  summary: 'What is on a customer’s invoices besides their name',
  params: customerId,
  answer: billingDetails,
  errors: ['customer.not-found'],
});

export const correctBillingDetails = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/customers/:id/billing-details',
  access: 'admin',
  permission: 'customers:correct',
  summary:
    'Correct what is on a customer’s invoices from now on, with how they were identified and why; left out stays, empty is nothing',
  params: customerId,
  body: z.object({
    companyName: optionalText(150),
    address: optionalText(300),
    taxId: optionalTaxId,
    identifiedBy,
    reason: requiredText(500, 'Say why.'),
  }),
  freshProof: true,
  answer: z.object({ ...acknowledged, billingDetails }),
  errors: ['customer.not-found', 'customer.is-staff', 'customer.own-account'],
});

export const api = {
  description: 'What is on the invoices of a customer, as staff correct it.',
  endpoints: { getStaffBillingDetails, correctBillingDetails },
};
