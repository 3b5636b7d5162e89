import type { Mail } from '@portal/kernel/messaging/mail';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import { hmacOf, hmacsOf } from '../../platform/crypto/hmac.ts';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Letter } from '../accounts/account-mail.ts';
import {
  findMailWait,
  type LinkPurpose,
  type MailAllowance,
  replaceToken,
  takeMailTurn,
} from './account-token.repository.ts';

const TOKEN_BYTES = 32;

/**
 * The pages that links open, and how long they are valid. The token is in the fragment, which no
 * browser sends: it is in no log of a proxy (ASVS 14.2.1).
 */
const LINKS: Readonly<Record<LinkPurpose, { readonly path: string; readonly minutes: number }>> = {
  'password-reset': { path: '/reset-password', minutes: 60 },
  'email-verification': { path: '/verify-email', minutes: 48 * 60 },
  'not-me': { path: '/not-me', minutes: 7 * 24 * 60 },
};

/**
 * Enough for a person who is waiting; too little to flood a stranger's mailbox. Anybody may request
 * a password reset for any address, so the owner still gets one an hour when the daily limit is
 * reached.
 */
const MAILS: Readonly<Record<LinkPurpose, MailAllowance>> = {
  'password-reset': { perDay: 5, gapSeconds: 60, laterGapSeconds: 3600 },
  'email-verification': { perDay: 5, gapSeconds: 60 },
  // Of programs that sign in without keeping cookies each sign-in is one of a new device.
  'not-me': { perDay: 20, gapSeconds: 0 },
};
const SENT_JUST_NOW = 'We sent a link less than a minute ago. Look into your mailbox, or try again in a minute.';
const DAY_IS_OVER = 'We have sent several links to this address today. Look into its mailbox, or try again tomorrow.';
const ADDRESSES = { perDay: 5, gapSeconds: 0 };
const INVITATIONS = 'account-invitation';
const CONTACT_CHANGES = 'contact-change';
const INVITATIONS_OF_ACCOUNT = { perDay: 20, gapSeconds: 0 };
const INVITED_OFTEN = 'Many invitations were sent today. Please try again tomorrow.';

export type AccountLinks = {
  /** The forms in which a token may be stored. */
  readonly hashesOf: (purpose: LinkPurpose, token: string) => readonly string[];
  /**
   * Counts a mail to a mailbox, or a text to a number in E.164, with an account or without; false beyond the limit: one in 60 s,
   * five in a day, then for a password one an hour; of new devices 20 in a day.
   */
  readonly takeTurn: (tx: Queryable, purpose: LinkPurpose, emailKey: string) => Promise<boolean>;
  /**
   * The same for a verification link that a customer requests: throws ApiError request.too-many.
   * `atOnce` skips the 60 s for an address that is new to the account.
   */
  readonly requireVerificationTurn: (tx: Queryable, emailKey: string, atOnce?: 'at-once') => Promise<void>;
  /**
   * Counts a change of the account's address; false after five in a day: each of them mails
   * somebody who may be a stranger.
   */
  readonly takeAddress: (tx: Queryable, userId: number) => Promise<boolean>;
  /** A new token for an invitation into an account: the form in which it is stored, and its link. */
  readonly createInvitation: () => { readonly tokenHash: string; readonly link: string };
  /** The same for a new mailbox or number. */
  readonly createContactChange: () => { readonly tokenHash: string; readonly link: string };
  readonly contactChangeHashesOf: (token: string) => readonly string[];
  /** The forms in which the token of an invitation may be stored. */
  readonly invitationHashesOf: (token: string) => readonly string[];
  /**
   * Counts an invitation. Throws ApiError request.too-many after 5 mails to a mailbox or 20 from an
   * account in a day.
   */
  readonly takeInvitationTurn: (tx: Queryable, accountId: number, emailKey: string) => Promise<void>;
  /**
   * A link that works once and invalidates older ones of its purpose, for the caller to send;
   * `minutes` is how long it works, otherwise as usual, and `phone` the number that it is texted to, with
   * which it ends.
   */
  readonly createLink: (
    tx: Transaction,
    purpose: LinkPurpose,
    account: { readonly id: number },
    sent?: { readonly minutes?: number; readonly phone?: string },
  ) => Promise<{ readonly tokenHash: string; readonly link: string; readonly usefulSeconds: number }>;
  /** Mails such a link. */
  readonly send: (
    tx: Transaction,
    purpose: LinkPurpose,
    account: { readonly id: number; readonly email: string },
    letterWith: (link: string) => Letter,
  ) => Promise<void>;
};

/**
 * Links that prove control of a mailbox: 256 random bits in the mail, their HMAC in the database.
 */
export function createAccountLinks(deps: {
  readonly secrets: AcceptedSecrets;
  readonly randomBytes: (size: number) => Buffer;
  /** The origin that customers use. */
  readonly origin: string;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
}): AccountLinks {
  const hash = (...parts: string[]) =>
    hmacOf(deps.secrets[0], 'account-link', JSON.stringify(parts)).toString('base64url');
  const hashesOf = (
    purpose: LinkPurpose | typeof INVITATIONS | typeof CONTACT_CHANGES,
    token: string,
  ): readonly string[] =>
    hmacsOf(deps.secrets, 'account-link', JSON.stringify(['token', purpose, token])).map((hmac) =>
      hmac.toString('base64url'),
    );
  const mailbox = (purpose: LinkPurpose, emailKey: string) => hash('mailbox', purpose, emailKey);
  const createLink: AccountLinks['createLink'] = async (tx, purpose, { id: userId }, sent = {}) => {
    const { minutes = LINKS[purpose].minutes, phone = null } = sent;
    const token = deps.randomBytes(TOKEN_BYTES).toString('base64url');
    const tokenHash = hash('token', purpose, token);
    await replaceToken(tx, { tokenHash, userId, purpose, minutes, phone });
    return { tokenHash, usefulSeconds: minutes * 60, link: `${deps.origin}${LINKS[purpose].path}#token=${token}` };
  };
  return {
    hashesOf,
    createLink,
    takeTurn: (tx, purpose, emailKey) => takeMailTurn(tx, mailbox(purpose, emailKey), MAILS[purpose]),
    requireVerificationTurn: async (tx, emailKey, atOnce) => {
      const key = mailbox('email-verification', emailKey);
      const allowance = MAILS['email-verification'];
      if (await takeMailTurn(tx, key, atOnce ? { ...allowance, gapSeconds: 0 } : allowance)) return;
      const { dayIsOver, seconds } = await findMailWait(tx, key, allowance);
      throw new ApiError('request.too-many', {
        message: dayIsOver ? DAY_IS_OVER : SENT_JUST_NOW,
        retryAfterSeconds: seconds,
      });
    },
    createInvitation: () => {
      const token = deps.randomBytes(TOKEN_BYTES).toString('base64url');
      return { tokenHash: hash('token', INVITATIONS, token), link: `${deps.origin}/account-invitation#token=${token}` };
    },
    createContactChange: () => {
      const token = deps.randomBytes(TOKEN_BYTES).toString('base64url');
      return {
        tokenHash: hash('token', CONTACT_CHANGES, token),
        link: `${deps.origin}/confirm-contact#token=${token}`,
      };
    },
    contactChangeHashesOf: (token) => hashesOf(CONTACT_CHANGES, token),
    invitationHashesOf: (token) => hashesOf(INVITATIONS, token),
    takeInvitationTurn: async (tx, accountId, emailKey) => {
      const taken =
        (await takeMailTurn(tx, hash('invitations', String(accountId)), INVITATIONS_OF_ACCOUNT)) &&
        (await takeMailTurn(tx, hash('mailbox', INVITATIONS, emailKey), { perDay: 5, gapSeconds: 0 }));
      if (!taken) throw new ApiError('request.too-many', { message: INVITED_OFTEN, retryAfterSeconds: 3600 });
    },
    takeAddress: (tx, userId) => takeMailTurn(tx, hash('addresses', String(userId)), ADDRESSES),
    send: async (tx, purpose, account, letterWith) => {
      const { tokenHash, link, usefulSeconds } = await createLink(tx, purpose, account);
      await deps.queueEmail(tx, {
        category: 'account',
        userId: account.id,
        messageKey: `${purpose}:${tokenHash}`,
        recipient: account.email,
        usefulSeconds,
        ...letterWith(link),
      });
    },
  };
}
