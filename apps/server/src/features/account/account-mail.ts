import { brand } from '@portal/brand';
import type { Mail } from '@portal/kernel/mail';

/** A mail without its reader. None of them names the person: anybody can register a stranger's address, with an advertisement for a name. */
export type Letter = Pick<Mail, 'subject' | 'parts'>;

const NOT_YOU = `If this was not you, write to ${brand.supportEmail} or call ${brand.phone.label} at once.`;

export function welcomeLetter(link: string): Letter {
  return {
    subject: `Welcome to ${brand.name}`,
    parts: [
      'Thank you for opening an account. Please confirm that this is your email address, so that receipts and notices reach you.',
      { button: { label: 'Confirm email address', href: link } },
      'The link works once, within the next 48 hours. If you did not open an account with us, ignore this mail.',
    ],
  };
}

export function verificationLetter(link: string): Letter {
  return {
    subject: 'Confirm your email address',
    parts: [
      `Please confirm that this is the email address of your ${brand.name} account.`,
      { button: { label: 'Confirm email address', href: link } },
      'The link works once, within the next 48 hours. If you have no account with us, ignore this mail.',
    ],
  };
}

export function resetLetter(link: string): Letter {
  return {
    subject: 'Set a new password',
    parts: [
      `Somebody, probably you, asked for a new password for your ${brand.name} account.`,
      { button: { label: 'Set a new password', href: link } },
      'The link works once, within the next hour. If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  };
}

export function passwordChangedLetter(): Letter {
  return {
    subject: 'Your password was changed',
    parts: [
      `The password of your ${brand.name} account has just been changed, and every other device has been signed out.`,
      NOT_YOU,
    ],
  };
}

/** To the old address, which the owner may still read when the account no longer is theirs. */
export function emailChangedLetter(): Letter {
  return {
    subject: 'Your email address was changed',
    parts: [
      `Your ${brand.name} account has just been given another email address. This one is no longer used to sign in, and this is the last mail about the account that it gets.`,
      NOT_YOU,
    ],
  };
}
