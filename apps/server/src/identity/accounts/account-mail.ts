import { brand } from '@portal/brand';
import { type Mail, signInName } from '@portal/kernel/messaging/mail';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import type { Settings } from '../../platform/settings/create-settings.ts';
import type { AccountRow } from './account.repository.ts';

/**
 * A mail without its recipient. No text names the person: anybody can register a stranger's address
 * with an advertisement as the name.
 */
export type Letter = Pick<Mail, 'subject' | 'parts'>;

/** The last words of a mail about something that only the owner should have done. */
export function notYou(settings: Pick<Settings, 'get'>) {
  const { supportEmail: email, phone } = settings.get('contacts');
  return defineMessage('If this was not you, write to {email} or call {phone} at once.', { email, phone });
}

export function welcomeLetter(link: string): Letter {
  return {
    subject: defineMessage('Welcome to {brand}', { brand: brand.name }),
    parts: [
      defineMessage(
        'Thank you for opening an account. Please confirm that this is your email address, so that receipts and notices reach you.',
      ),
      { button: { label: defineMessage('Confirm email address'), href: link } },
      defineMessage(
        'The link works once, within the next 48 hours. If you did not open an account with us, ignore this mail.',
      ),
    ],
  };
}

export function verificationLetter(link: string): Letter {
  return {
    subject: defineMessage('Confirm your email address'),
    parts: [
      defineMessage('Please confirm that this is the email address of your {brand} account.', { brand: brand.name }),
      { button: { label: defineMessage('Confirm email address'), href: link } },
      defineMessage('The link works once, within the next 48 hours. If you have no account with us, ignore this mail.'),
    ],
  };
}

export function resetLetter(link: string): Letter {
  return {
    subject: defineMessage('Set a new password'),
    parts: [
      defineMessage('Somebody, probably you, asked for a new password for your {brand} account.', {
        brand: brand.name,
      }),
      { button: { label: defineMessage('Set a new password'), href: link } },
      defineMessage(
        'The link works once, within the next hour. If you did not ask for it, ignore this mail: your password stays as it is.',
      ),
    ],
  };
}

/** The same to a verified number. */
export function resetText(link: string): MessageDescriptor {
  return defineMessage('{brand}: set a new password within 10 minutes: {link} Not you? Ignore this.', {
    brand: brand.name,
    link,
  });
}

/** The same where several accounts have verified the number. Asterisks: a text with … costs twice as much. */
export function resetTextFor(account: Pick<AccountRow, 'email' | 'phone'>, link: string): MessageDescriptor {
  const email = signInName(account).replace(/^(.)[^@]*(?=@)/u, '$1***');
  return defineMessage('{brand}: set a new password for {email} within 10 minutes: {link} Not you? Ignore this.', {
    brand: brand.name,
    email,
    link,
  });
}

/** For somebody who was registered at the counter. */
export function firstPasswordLetter(link: string): Letter {
  return {
    subject: defineMessage('Welcome to {brand}', { brand: brand.name }),
    parts: [
      defineMessage('Our staff have opened an account for you. Choose a password to see your bills and receipts.'),
      { button: { label: defineMessage('Choose a password'), href: link } },
      defineMessage(
        'The link works once, within the next three days. If you did not ask for an account, ignore this mail.',
      ),
    ],
  };
}

/** The same for somebody without a mailbox, who signs in with their number. */
export function firstPasswordText(link: string, phone: string): MessageDescriptor {
  return defineMessage('{brand}: choose your password at {link} and sign in as {email}', {
    brand: brand.name,
    link,
    email: phone,
  });
}

export function passwordChangedLetter(settings: Pick<Settings, 'get'>): Letter {
  return {
    subject: defineMessage('Your password was changed'),
    parts: [
      defineMessage(
        'The password of your {brand} account has just been changed, and every other device has been signed out.',
        {
          brand: brand.name,
        },
      ),
      notYou(settings),
    ],
  };
}

/** `device` and `address` are those of the session list; `at` is when it was, in Lagos time. */
export function newDeviceLetter(
  link: string,
  signIn: { readonly device: string; readonly address: string; readonly at: string },
): Letter {
  return {
    subject: defineMessage('New sign-in to your account'),
    parts: [
      defineMessage('Somebody, probably you, has signed in to your {brand} account on a device that we do not know.', {
        brand: brand.name,
      }),
      {
        facts: [
          { label: defineMessage('Device'), value: signIn.device },
          { label: defineMessage('When'), value: signIn.at },
          { label: defineMessage('Internet address'), value: signIn.address },
        ],
      },
      defineMessage(
        'If it was you, there is nothing to do. If it was not, press the button: it signs out every device and closes your account to its present password.',
      ),
      { button: { label: defineMessage('It was not me'), href: link } },
      defineMessage('The link works once, within the next seven days.'),
    ],
  };
}

/** After "it was not me". */
export function notMeLetter(link: string): Letter {
  return {
    subject: defineMessage('Set a new password'),
    parts: [
      defineMessage(
        'You told us that somebody else signed in to your {brand} account. Every device has been signed out, and your old password works no more.',
        {
          brand: brand.name,
        },
      ),
      { button: { label: defineMessage('Set a new password'), href: link } },
      defineMessage('The link works once, within the next hour. Later you can ask for a new one on the sign-in page.'),
    ],
  };
}

/**
 * Sent to the old address, which the owner may still read after somebody else has taken over the
 * account.
 */
export function emailChangedLetter(settings: Pick<Settings, 'get'>): Letter {
  return {
    subject: defineMessage('Your email address was changed'),
    parts: [
      defineMessage(
        'Your {brand} account has just been given another email address. This one is no longer used to sign in, and this is the last mail about the account that it gets.',
        { brand: brand.name },
      ),
      notYou(settings),
    ],
  };
}
