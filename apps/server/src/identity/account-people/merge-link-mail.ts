import type { Mail } from '@portal/kernel/messaging/mail';
import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import type { Settings } from '../../platform/settings/create-settings.ts';

/**
 * By which the person of an account that is to become a part of another proves that both are theirs. It
 * names accounts by their numbers and no person: anybody could have typed the names.
 */
export function mergeLinkLetter(
  settings: Pick<Settings, 'get'>,
  { link, from, into }: Readonly<Record<'link' | 'from' | 'into', string>>,
): Pick<Mail, 'subject' | 'parts'> {
  const { supportEmail: email, phone } = settings.get('contacts');
  return {
    subject: defineMessage('Are both accounts yours?'),
    parts: [
      defineMessage(
        'Our staff were asked to make your account {from} a part of account {into}: its lines, invoices and credit would go there, and you would sign in to that one.',
        { from, into },
      ),
      defineMessage('If both are yours, sign in to account {into} and open this link.', { into }),
      { button: { label: defineMessage('Join the two accounts'), href: link } },
      defineMessage('The link works once, within the next 48 hours. On the same page you can refuse it.'),
      defineMessage('If this was not you, write to {email} or call {phone} at once.', { email, phone }),
    ],
  };
}
