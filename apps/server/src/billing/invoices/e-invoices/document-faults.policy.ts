import { isTaxId } from '@portal/kernel/billing/tax-id';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import type { EInvoice, EInvoiceParty } from './e-invoice.policy.ts';

/** What keeps a document from being sent: the field that is wrong, and the sentence that mends it. */
export type DocumentFault = { readonly field: string; readonly message: string };

/** What a buyer has to have. A person's document names them by their name alone. */
export type BuyerNeeds = { readonly isBusiness: boolean; readonly needsPhone: boolean };

const LONGEST_NAME = 100;
const LONGEST_STREET = 150;
const LONGEST_CITY = 100;

function findPartyFault(
  party: EInvoiceParty,
  who: { readonly field: 'seller' | 'buyer'; readonly where: string; readonly needsPhone: boolean },
): DocumentFault | null {
  const { field, where, needsPhone } = who;
  const fault = (of: string, message: string): DocumentFault => ({ field: `${field}.${of}`, message });
  if (party.name.trim() === '') return fault('name', `A name is missing: add it ${where}.`);
  if (party.name.length > LONGEST_NAME)
    return fault('name', `The name is longer than ${LONGEST_NAME} characters: shorten it ${where}.`);
  if (party.taxId === null) return fault('taxId', `The TIN is missing: add it ${where}.`);
  if (!isTaxId(party.taxId))
    return fault('taxId', `The TIN ${party.taxId} has another form than a TIN: correct it ${where}.`);
  const { street, city } = party.place;
  if (street === null || city === null)
    return fault('address', `The address needs a street and, after a comma, a town: complete it ${where}.`);
  if (street.length > LONGEST_STREET || city.length > LONGEST_CITY)
    return fault('address', `The street or the town of the address is too long: shorten it ${where}.`);
  if (!hasMailbox(party.email)) return fault('email', `An e-mail address is missing: add it ${where}.`);
  if (needsPhone && party.phone === null) return fault('phone', `A telephone number is missing: add it ${where}.`);
  return null;
}

/**
 * The first thing for which the tax authority would refuse a document, null where there is none. A
 * business buys with its TIN and its address; of a person the authority wants neither.
 */
export function findDocumentFault(document: EInvoice, { isBusiness, needsPhone }: BuyerNeeds): DocumentFault | null {
  if (document.totals.totalKobo <= 0)
    return { field: 'totals.total', message: 'A document of nothing cannot be registered.' };
  if (document.corrects && document.corrects.irn === null)
    return { field: 'corrects', message: 'The invoice that it corrects is not registered.' };
  const seller = findPartyFault(document.seller, { field: 'seller', where: 'in the settings, Company', needsPhone });
  if (seller) return seller;
  const where = 'to the customer’s billing details';
  return isBusiness ? findPartyFault(document.buyer, { field: 'buyer', where, needsPhone }) : null;
}
