import { brand } from '@portal/brand';
import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import type { Letter } from '../accounts/account-mail.ts';

/** To the new member of staff. */
export function consoleAccessLetter(link: string, consoleAddress: string): Letter {
  return {
    subject: `You can work at the console of ${brand.name}`,
    parts: [
      `An owner has given you access to the staff console of ${brand.name}. Choose a password first:`,
      { button: { label: 'Choose a password', href: link } },
      'The link works once, within an hour. After that, "Forgot password?" on the sign-in page sends another one.',
      `Then sign in at ${consoleAddress}, where you set up an authenticator app.`,
    ],
  };
}

/** To every owner, also the one who did it: access given by a stolen session must not go unnoticed. */
export function accessGivenLetter(given: {
  readonly email: string;
  readonly by: string;
  readonly roles: readonly StaffRole[];
}): Letter {
  return {
    subject: 'Somebody was given access to the staff console',
    parts: [
      `${given.by} has given ${given.email} access to the staff console, as ${given.roles.join(', ')}.`,
      'If that is not right, switch this person off under Staff at once.',
    ],
  };
}
