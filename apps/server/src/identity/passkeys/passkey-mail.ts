import { brand } from '@portal/brand';
import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { type Letter, notYou } from '../accounts/account-mail.ts';

type Contacts = Pick<Settings, 'get'>;

// Like every mail about an account these quote nothing that somebody else may have typed, such as a name.

export function passkeyAddedLetter(settings: Contacts): Letter {
  return {
    subject: defineMessage('A passkey was added'),
    parts: [
      defineMessage('A new passkey can now sign in to your {brand} account.', { brand: brand.name }),
      notYou(settings),
    ],
  };
}

export function passkeyRemovedLetter(settings: Contacts): Letter {
  return {
    subject: defineMessage('A passkey was removed'),
    parts: [
      defineMessage(
        'A passkey of your {brand} account does not sign in any more, and every other device has been signed out.',
        { brand: brand.name },
      ),
      notYou(settings),
    ],
  };
}

export function passkeyClonedLetter(settings: Contacts): Letter {
  return {
    subject: defineMessage('A passkey was switched off'),
    parts: [
      defineMessage(
        'Somebody has tried to sign in to your {brand} account with what seems to be a copy of a passkey. We refused it and switched the passkey off. Remove it under Security, and add a new one.',
        { brand: brand.name },
      ),
      notYou(settings),
    ],
  };
}
