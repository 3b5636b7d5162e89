import { brand } from '@portal/brand';
import type { AddressAnswer, AddressOwner } from '@portal/contract/network/address-owners';
import { groupedCode, type InvoiceParty, type LetterDocument, partyLines } from '../../billing/index.ts';

const moment = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeStyle: 'long', timeZone: 'Africa/Lagos' });
const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' });
const momentOf = (at: string) => moment.format(new Date(at));

function factsOf(owner: AddressOwner, place: number): LetterDocument['facts'] {
  const { customer, line, login, had, accessServer, startedAt, endedAt, lastPacketAt, margin } = owner;
  const address = [line?.label, line?.place].filter(Boolean).join(', ');
  return [
    {
      label: `${place}. Customer`,
      value: customer ? `${customer.name}, account ${customer.accountNumber}` : 'No line had this login',
    },
    ...(address ? [{ label: 'Line', value: address }] : []),
    { label: 'Login', value: login },
    { label: 'Was given', value: `${had}, by the access server ${accessServer}` },
    { label: 'From', value: momentOf(startedAt) },
    { label: 'Until', value: endedAt ? momentOf(endedAt) : `still online, last packet ${momentOf(lastPacketAt)}` },
    {
      label: 'How certain',
      value: margin ?? 'The packets of the session show that it had the address at that moment.',
    },
  ];
}

function openingOf({ outcome, address, logSince }: AddressAnswer, at: string): string {
  if (outcome === 'found') return `Our log of sessions says who had the internet address ${address} at ${at}:`;
  if (outcome === 'nobody') return `By our log of sessions nobody had the internet address ${address} at ${at}.`;
  const since = logSince === null ? 'is empty' : `begins at ${momentOf(logSince)}`;
  return `Our log of sessions ${since}, so it does not say who had the internet address ${address} at ${at}.`;
}

export type AddressPaper = {
  readonly number: string;
  readonly code: string;
  readonly caseNumber: string;
  readonly port: number | undefined;
  readonly issuedAt: Date;
  readonly answer: AddressAnswer;
};

/** The answer as a letter to who asked for it; in English, as the law is. `checkAt` is the page that checks it. */
export function describeAddressPaper(
  { number, code, caseNumber, port, issuedAt, answer }: AddressPaper,
  { seller, checkAt }: { readonly seller: InvoiceParty; readonly checkAt: string },
): LetterDocument {
  const at = momentOf(answer.at);
  return {
    brandName: brand.name,
    colour: brand.colours.primary.light,
    logo: brand.logo,
    language: 'en',
    title: 'Who had an address',
    number,
    stamp: null,
    seller: partyLines(seller),
    date: day.format(issuedAt),
    salutation: `Case ${caseNumber}`,
    opening: [openingOf(answer, at)],
    facts: [
      ...answer.owners.flatMap((owner, place) => factsOf(owner, place + 1)),
      ...(port === undefined ? [] : [{ label: 'Port that was asked for', value: String(port) }]),
      { label: 'Number of this letter', value: number },
      { label: 'Code of this letter', value: groupedCode(code) },
    ],
    closing: [
      'The log has no ranges of ports: where several customers shared an address, all of them are named.',
      'A session is a line, not a person: it does not say who used it. Times are those of Lagos, to the second of the access server’s clock.',
      `Anybody can check this letter at ${checkAt} with the number and the code above.`,
    ],
  };
}
