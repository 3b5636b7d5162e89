import { brand } from '@portal/brand';
import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { type Letter, notYou } from '../accounts/account-mail.ts';

type Contacts = Pick<Settings, 'get'>;

export function appOnLetter(settings: Contacts): Letter {
  return {
    subject: defineMessage('An authenticator app was set up'),
    parts: [
      defineMessage('From now on signing in to your {brand} account takes a code of this app.', { brand: brand.name }),
      notYou(settings),
    ],
  };
}

export function appOffLetter(settings: Contacts): Letter {
  return {
    subject: defineMessage('The authenticator app was switched off'),
    parts: [
      defineMessage(
        'Signing in to your {brand} account takes no code any more, and every other device has been signed out.',
        { brand: brand.name },
      ),
      notYou(settings),
    ],
  };
}

/** `left`: how many codes they still have. */
export function recoveryCodeUsedLetter(settings: Contacts, left: number): Letter {
  return {
    subject: defineMessage('A recovery code was used to sign in'),
    parts: [
      defineMessage(
        'Somebody, probably you, has used a recovery code of your {brand} account. Codes that are left: {left}.',
        { brand: brand.name, left: String(left) },
      ),
      notYou(settings),
    ],
  };
}
