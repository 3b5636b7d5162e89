import { isRecord, textOf } from '../gateways/vendor-route.ts';
import type { SANDBOX_AUTHORITY } from '../sandbox-options.ts';

const IRN = /^([A-Z0-9]+)-([A-Z0-9]+)-(\d{8})$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const CATEGORIES = new Set(['STANDARD_VAT', 'ZERO_VAT', 'REDUCED_VAT']);

const recordOf = (value: unknown) => (isRecord(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function partyFault(name: string, value: unknown): string | null {
  const party = recordOf(value);
  const address = recordOf(party.postal_address);
  if (textOf(party.party_name) === '') return `${name}.partyname is required`;
  if (textOf(party.tin).length < 5) return `${name}.tin must be at least in length or value 5`;
  if (!textOf(party.email).includes('@')) return `${name}.email is required`;
  if (textOf(address.city_name) === '') return `${name}.postaladdress.cityname is required`;
  if (!/^[A-Z]{2}$/.test(textOf(address.country)))
    return `${name}.postaladdress.country must be a valid country code, refer to the invoice resource apis`;
  return null;
}

function taxFault(body: Readonly<Record<string, unknown>>): string | null {
  const [tax] = listOf(body.tax_total).map(recordOf);
  if (!tax) return 'taxtotal is required';
  const wrong = listOf(tax.tax_subtotal)
    .map((each) => textOf(recordOf(recordOf(each).tax_category).id))
    .findIndex((id) => !CATEGORIES.has(id));
  return wrong < 0
    ? null
    : `taxtotal[0].taxsubtotal[${wrong}].taxcategory.id must be a valid tax category, refer to the invoice resource apis`;
}

/** What the authority finds wrong with a document, in its own words; null where it finds nothing. */
export function findFault(
  body: Readonly<Record<string, unknown>>,
  business: Pick<typeof SANDBOX_AUTHORITY, 'businessId' | 'serviceId'>,
): string | null {
  const id = textOf(body.business_id);
  if (id.length !== 36) return `invalid UUID length: ${id.length}`;
  if (id !== business.businessId) return 'business not found';
  const [, , serviceId, day] = IRN.exec(textOf(body.irn)) ?? [];
  const issueDate = textOf(body.issue_date);
  if (serviceId !== business.serviceId || day !== issueDate.replaceAll('-', '')) return 'irn validation failed';
  for (const field of ['issue_date', 'due_date', 'tax_point_date'])
    if (!DAY.test(textOf(body[field])))
      return `${field.replaceAll('_', '')} must be a valid date value yyyy-mm-dd (e.g: 2024-04-29)`;
  if (!['380', '381', '384'].includes(textOf(body.invoice_type_code)))
    return 'invoicetypecode must be a valid invoice type';
  if (body.invoice_type_code === '380' && textOf(recordOf(listOf(body.billing_reference)[0]).irn) === '')
    return 'billingreference is required';
  if (listOf(body.invoice_line).length === 0) return 'invoiceline is required';
  const buyer = body.accounting_customer_party;
  return (
    partyFault('accountingsupplierparty', body.accounting_supplier_party) ??
    (body.invoice_kind === 'B2B' || buyer !== undefined ? partyFault('accountingcustomerparty', buyer) : null) ??
    taxFault(body)
  );
}
