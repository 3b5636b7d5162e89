import type { Mail } from '@portal/kernel/mail';
import type { Queryable, Transaction } from '../../database/connection.ts';
import { keyedHash } from '../../http/keyed-hash.ts';
import type { Letter } from './account-mail.ts';
import { type LinkPurpose, replaceToken, takeMailTurn } from './account-token.repository.ts';

const TOKEN_BYTES = 32;

/** The pages that links open, and for how long they do. */
const LINKS: Readonly<Record<LinkPurpose, { readonly path: string; readonly hours: number }>> = {
  'password-reset': { path: '/reset-password', hours: 1 },
  'email-verification': { path: '/verify-email', hours: 48 },
};

/** Enough for a person who is waiting; too little to fill a stranger's mailbox. */
const MAILS = { perDay: 5, gapSeconds: 60 };
const ADDRESSES = { perDay: 5, gapSeconds: 0 };

export type AccountLinks = {
  /** What is stored of a token. */
  readonly hashOf: (purpose: LinkPurpose, token: string) => string;
  /** Counts a mail to a mailbox, with an account or without; false when it has had its share: one in 60 s, five in a day. */
  readonly takeTurn: (tx: Queryable, purpose: LinkPurpose, emailKey: string) => Promise<boolean>;
  /** Counts a change of the account's address; false after five in a day: each of them mails somebody who may be a stranger. */
  readonly takeAddress: (tx: Queryable, userId: number) => Promise<boolean>;
  /** Mails a link that works once; older ones of its purpose work no more. */
  readonly send: (
    tx: Transaction,
    purpose: LinkPurpose,
    account: { readonly id: number; readonly email: string },
    letterWith: (link: string) => Letter,
  ) => Promise<void>;
};

/** Links that prove who holds a mailbox: 256 random bits in the mail, their keyed hash in the database. */
export function createAccountLinks(deps: {
  readonly secret: string;
  readonly randomBytes: (size: number) => Buffer;
  /** The origin that customers use. */
  readonly origin: string;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
}): AccountLinks {
  const hash = (...parts: string[]) =>
    keyedHash(deps.secret, 'account-link', JSON.stringify(parts)).toString('base64url');
  const hashOf: AccountLinks['hashOf'] = (purpose, token) => hash('token', purpose, token);
  return {
    hashOf,
    takeTurn: (tx, purpose, emailKey) => takeMailTurn(tx, hash('mailbox', purpose, emailKey), MAILS),
    takeAddress: (tx, userId) => takeMailTurn(tx, hash('addresses', String(userId)), ADDRESSES),
    send: async (tx, purpose, account, letterWith) => {
      const token = deps.randomBytes(TOKEN_BYTES).toString('base64url');
      const tokenHash = hashOf(purpose, token);
      const { path, hours } = LINKS[purpose];
      await replaceToken(tx, { tokenHash, userId: account.id, purpose, hours });
      await deps.queueEmail(tx, {
        category: 'account',
        messageKey: `${purpose}:${tokenHash}`,
        recipient: account.email,
        ...letterWith(`${deps.origin}${path}?token=${token}`),
      });
    },
  };
}
