import type { IdentityApproval, IdentityApprovalChange } from '@portal/contract/identity/identity-approvals';
import { formatPhone } from '../../../../shared/format/phone.ts';

export const approvalTitles: Readonly<Record<IdentityApproval['kind'], string>> = {
  mailbox: 'A new mailbox',
  phone: 'A new telephone number',
  'second-factor': 'Passkeys or app taken away',
  'account-merge': 'Two accounts become one',
};

const FIELDS: Readonly<Record<IdentityApprovalChange['field'], string>> = {
  email: 'Mailbox',
  phone: 'Telephone',
  passkeys: 'Passkeys',
  app: 'Authenticator app',
  account: 'Account',
};

/** A change in words: 'Mailbox', 'ada@mail.example', 'bisi@mail.example'. */
export function changeLabels({ field, from, to }: IdentityApprovalChange) {
  const show = (text: string | null) => (text === null ? 'none' : formatPhone(text));
  return { name: FIELDS[field], from: show(from), to: show(to) };
}

/** '14:59', for less than an hour. */
export function formatMinutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
