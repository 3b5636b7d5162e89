import { brand } from '@portal/brand';
import type { AccountRole } from '@portal/contract/platform/endpoint';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import type { Letter } from '../accounts/account-mail.ts';

const MAY: Readonly<Record<AccountRole, () => ReturnType<typeof defineMessage>>> = {
  owner: () => defineMessage('As an owner you may do everything in it.'),
  billing: () => defineMessage('You may see its bills and pay them.'),
  technical: () => defineMessage('You may look after its lines, speed tests and support tickets.'),
};

export function invitationLetter(
  account: { readonly number: string; readonly invitedBy: string; readonly role: AccountRole },
  link: string,
): Letter {
  const number = formatAccountNumber(account.number);
  return {
    subject: defineMessage('You are invited to a {brand} account', { brand: brand.name }),
    parts: [
      defineMessage('{email} invites you to the {brand} account {number}.', {
        email: account.invitedBy,
        brand: brand.name,
        number,
      }),
      MAY[account.role](),
      { button: { label: defineMessage('Accept the invitation'), href: link } },
      defineMessage(
        'The link works once, within the next 7 days. If you do not know who invites you, ignore this mail: nothing happens.',
      ),
    ],
  };
}

/** To everybody else who may do everything in the account, so that nobody comes in unnoticed. */
export function joinedLetter(account: { readonly number: string; readonly email: string }): Letter {
  return {
    subject: defineMessage('Somebody has joined your account'),
    parts: [
      defineMessage('{email} has accepted the invitation to your {brand} account {number}.', {
        email: account.email,
        brand: brand.name,
        number: formatAccountNumber(account.number),
      }),
      defineMessage('Owners see who is in the account, and remove people, on the page Profile.'),
    ],
  };
}
