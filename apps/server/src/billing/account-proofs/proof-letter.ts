import { brand } from '@portal/brand';
import { formatLagosDay } from '@portal/kernel/calendar';
import { defineMessage, formatMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import { partyLines } from '../invoices/documents/invoice-document.ts';
import type { LetterDocument } from '../invoices/documents/letter-document.ts';
import { groupedCode } from './account-proof.policy.ts';
import type { AccountProofRow } from './account-proof.repository.ts';

const dayOf = (at: string) => formatLagosDay(new Date(at));

/** A proof as a letter in its own language. `checkAt` is the address of the page that checks it. */
export function describeProof(
  { proofNumber: number, language, code, issuedAt, withdrawnAt, snapshot }: AccountProofRow,
  { speak, checkAt }: { readonly speak: (english: string) => string; readonly checkAt: string },
): LetterDocument {
  const say = (message: MessageDescriptor) => formatMessage(message, speak);
  const { issuer, accountNumber, name, place, since, paidUntil } = snapshot;
  const day = formatLagosDay(issuedAt);
  return {
    brandName: brand.name,
    colour: brand.colours.primary.light,
    logo: brand.logo,
    language,
    title: say(defineMessage('Proof of account')),
    number,
    stamp: withdrawnAt === null ? null : say(defineMessage('Withdrawn')),
    seller: partyLines(issuer),
    date: day,
    salutation: say(defineMessage('To whom it may concern')),
    opening: [
      say(
        defineMessage('We confirm that {name} has an account with {provider} for a line to the internet.', {
          name,
          provider: issuer.name,
        }),
      ),
    ],
    facts: [
      { label: say(defineMessage('Name')), value: name },
      { label: say(defineMessage('Account number')), value: accountNumber },
      ...(place === null ? [] : [{ label: say(defineMessage('Place')), value: place }]),
      { label: say(defineMessage('Customer since')), value: dayOf(since) },
      {
        label: say(defineMessage('Paid until')),
        value: paidUntil === null ? say(defineMessage('Nothing is paid for at present')) : dayOf(paidUntil),
      },
      { label: say(defineMessage('Number of this letter')), value: number },
      { label: say(defineMessage('Code of this letter')), value: groupedCode(code) },
    ],
    closing: [
      say(
        defineMessage('This letter says what our records said on {day}. It does not prove anybody’s identity.', {
          day,
        }),
      ),
      say(defineMessage('Anybody can check it at {address} with the number and the code above.', { address: checkAt })),
    ],
  };
}
