import { brand } from '@portal/brand';
import { defineMessage, type MessageDescriptor } from '@portal/kernel/messaging/message-descriptor';
import type { Letter } from '../accounts/account-mail.ts';

/** What became different, or shall. */
export type ToldChange = { readonly what: 'mailbox' | 'phone' | 'second-factor'; readonly to: string };

/** `asked`: it waits. `changed`: it counts. */
export type ToldWhen = 'asked' | 'changed';

// Like every mail about an account these quote nothing that somebody else may have typed, such as a name.
// The new mailbox or number is masked: it may be a stranger's.

function subjectOf(what: ToldChange['what'], when: ToldWhen): MessageDescriptor {
  if (what === 'second-factor') {
    return when === 'asked'
      ? defineMessage('Somebody says that you have lost your passkeys or app')
      : defineMessage('Passkeys or the authenticator app were taken away');
  }
  if (what === 'mailbox') {
    return when === 'asked'
      ? defineMessage('Somebody asked to change your email address')
      : defineMessage('Your email address was changed');
  }
  return when === 'asked'
    ? defineMessage('Somebody asked to change your telephone number')
    : defineMessage('Your telephone number was changed');
}

function textOf({ what, to }: ToldChange, when: ToldWhen): MessageDescriptor {
  const values = { brand: brand.name, to };
  if (what === 'second-factor') {
    return when === 'asked'
      ? defineMessage(
          'Our staff were asked to take the passkeys or the authenticator app of your {brand} account away. A second member of staff has to see the identity card first; until then nothing changes.',
          { brand: brand.name },
        )
      : defineMessage(
          'Two members of our staff have seen an identity card and taken the passkeys or the authenticator app of your {brand} account away. Every device has been signed out.',
          { brand: brand.name },
        );
  }
  if (what === 'mailbox') {
    return when === 'asked'
      ? defineMessage(
          'Our staff were asked to change the email address of your {brand} account to {to}. It changes once that is confirmed; until then nothing changes.',
          values,
        )
      : defineMessage(
          'The email address of your {brand} account is now {to}, as our staff were asked. Every device has been signed out.',
          values,
        );
  }
  return when === 'asked'
    ? defineMessage(
        'Our staff were asked to change the telephone number of your {brand} account to {to}. It changes once that is confirmed; until then nothing changes.',
        values,
      )
    : defineMessage(
        'The telephone number of your {brand} account is now {to}, as our staff were asked. Every device has been signed out.',
        values,
      );
}

/** To the owner, at the mailbox that they had before; the link says that it was not them. */
export function ownerLetter(change: ToldChange, when: ToldWhen, link: string): Letter {
  return {
    subject: subjectOf(change.what, when),
    parts: [
      textOf(change, when),
      defineMessage(
        'If you asked for it, there is nothing to do. If not, press the button: every device is signed out, your present password stops working, and your email address and number are what they were.',
      ),
      { button: { label: defineMessage('It was not me'), href: link } },
      defineMessage('The link works once, within the next seven days.'),
    ],
  };
}

/** The same to the number that they had before. */
export function ownerText({ what }: ToldChange, when: ToldWhen, link: string): MessageDescriptor {
  const values = { brand: brand.name, link };
  if (what === 'second-factor') {
    return when === 'asked'
      ? defineMessage('{brand}: our staff were asked to take your passkeys or app away. Not you? {link}', values)
      : defineMessage('{brand}: your passkeys or app were taken away. Not you? {link}', values);
  }
  if (what === 'mailbox') {
    return when === 'asked'
      ? defineMessage('{brand}: our staff were asked to change your email address. Not you? {link}', values)
      : defineMessage('{brand}: your email address was changed. Not you? {link}', values);
  }
  return when === 'asked'
    ? defineMessage('{brand}: our staff were asked to change your telephone number. Not you? {link}', values)
    : defineMessage('{brand}: your telephone number was changed. Not you? {link}', values);
}

/** To the new number. */
export function numberLinkText(link: string): MessageDescriptor {
  return defineMessage(
    '{brand}: is this number yours? Confirm it within 10 minutes: {link} If you do not know of it, ignore this.',
    {
      brand: brand.name,
      link,
    },
  );
}

/** To the new mailbox, once it counts. */
export function mailboxCountsLetter(): Letter {
  return {
    subject: defineMessage('This is your email address now'),
    parts: [
      defineMessage(
        'From now on you sign in to your {brand} account with this email address, and our mails come here. Your password stays as it is.',
        { brand: brand.name },
      ),
    ],
  };
}

/** To the new number, once it counts. */
export function numberCountsText(): MessageDescriptor {
  return defineMessage('{brand}: this is the telephone number of your account now.', { brand: brand.name });
}

/** After "it was not me", to who has no mailbox. */
export function notMeText(link: string): MessageDescriptor {
  return defineMessage('{brand}: every device is signed out. Set a new password within an hour: {link}', {
    brand: brand.name,
    link,
  });
}
