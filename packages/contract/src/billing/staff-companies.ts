import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText, rowNumber, timestamp } from '../platform/fields.ts';
import { requiredTaxId } from './billing-details.ts';
import { accountStatement, company, day, ownCompanyForm, statementForm, statementRange } from './companies.ts';

const TERMS = 'Enter 0 to 90 days';
const BILLING_DAY = 'Enter a day from 1 to 28';

const customerId = z.object({ id: rowNumber });

export const getStaffCompany = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/company',
  access: 'admin',
  permission: 'customers:read',
  summary: 'How a customer is billed where they have one invoice a month for all lines; else null',
  params: customerId,
  answer: z.object({ company: z.nullable(company) }),
  errors: ['customer.not-found'],
});

export const saveCompany = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/customers/:id/company',
  access: 'admin',
  permission: 'customers:write',
  summary: 'Turn an account into a company with one invoice a month for all lines, or change how it is billed',
  params: customerId,
  body: z.object({
    companyName: requiredText(150, 'Enter the name of the company'),
    taxId: requiredTaxId('Enter the TIN of the company'),
    paymentTermsDays: z.int(TERMS).check(z.minimum(0, TERMS), z.maximum(90, TERMS)),
    billingDay: z.int(BILLING_DAY).check(z.minimum(1, BILLING_DAY), z.maximum(28, BILLING_DAY)),
    ...ownCompanyForm,
  }),
  answer: z.object({ ...acknowledged, company }),
  errors: ['customer.not-found'],
});

export const endCompany = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/company/end',
  access: 'admin',
  permission: 'customers:write',
  summary: 'Turn a company that owes nothing into a home account again, whose lines are paid for one by one',
  params: customerId,
  body: z.object({ reason: requiredText(500, 'Say why.') }),
  answer: z.object(acknowledged),
  errors: ['customer.not-found', 'company.none', 'company.owes', 'company.not-invoiced'],
});

/**
 * Tax that a company withheld from a payment. `status`: its document, the credit note of the tax
 * authority, is `awaited` or `documented`; `reversed` with the refund of the payment.
 */
const withholdingTax = z.object({
  id: z.string(),
  customer: z.object({ id: z.number(), name: z.string(), accountNumber: z.string() }),
  reference: z.string(),
  amount: naira,
  createdAt: timestamp,
  status: z.enum(['awaited', 'documented', 'reversed']),
  creditNoteNumber: z.nullable(z.string()),
  creditNoteDate: z.nullable(z.string()),
  slipId: z.nullable(z.string()),
});
export type WithholdingTax = z.infer<typeof withholdingTax>;

export const listWithholdingTaxes = defineEndpoint({
  method: 'GET',
  path: '/api/staff/withholding-taxes',
  access: 'admin',
  permission: 'payments:read',
  summary: 'Withheld tax whose documents are awaited, oldest first, 200 at most; or all that a customer withheld',
  query: z.object({ customer: z.optional(rowNumber) }),
  answer: z.array(withholdingTax),
  errors: [],
});

/** `slipId`: its photograph or PDF, stored by the upload of deposit slips. */
export const recordWithholdingDocument = defineEndpoint({
  method: 'POST',
  path: '/api/staff/withholding-taxes/:id/document',
  access: 'admin',
  permission: 'counter:write',
  summary: 'Record the tax authority’s credit note for withheld tax; each number counts once',
  params: z.object({ id: identifier }),
  body: z.object({
    creditNoteNumber: requiredText(60, 'Enter the number of the credit note'),
    creditNoteDate: day,
    slipId: z.optional(identifier),
  }),
  answer: z.object({ ...acknowledged, withholdingTax }),
  errors: [
    'withholding-tax.not-found',
    'withholding-tax.not-awaited',
    'withholding-tax.document-used',
    'file.not-found',
  ],
});

export const getStaffAccountStatement = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/account-statement',
  access: 'admin',
  permission: 'payments:read',
  summary: 'A customer’s statement of account for a time of at most 400 days',
  params: customerId,
  query: statementRange,
  answer: accountStatement,
  errors: ['customer.not-found'],
});

export const getStaffAccountStatementDocument = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/account-statement/:document',
  access: 'admin',
  permission: 'payments:read',
  summary: 'A customer’s statement of account as a PDF or as CSV',
  params: z.extend(customerId, statementForm.shape),
  query: statementRange,
  answer: null,
  errors: ['customer.not-found'],
});

export const api = {
  description: 'Terms of companies, their statements of account, and tax that they withhold.',
  endpoints: {
    getStaffCompany,
    saveCompany,
    endCompany,
    listWithholdingTaxes,
    recordWithholdingDocument,
    getStaffAccountStatement,
    getStaffAccountStatementDocument,
  },
  schemas: { withholdingTax },
};
