import type { RegistrationForm } from '@portal/contract/identity/accounts';
import type { Clock } from '@portal/kernel/clock';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { readLanguage } from '../../platform/http/pages/language-cookie.ts';
import { accountRegistered } from '../events.ts';
import type { AccountLinks } from '../recovery/create-account-links.ts';
import type { Sessions } from '../sessions/create-sessions.ts';
import { recordDevice } from '../sign-in/account-device.repository.ts';
import type { DeviceCookie } from '../sign-in/create-device-cookie.ts';
import type { Passwords } from '../sign-in/create-passwords.ts';
import type { SignedIn } from '../sign-in/log-in.ts';
import { requireGoodPassword } from '../sign-in/require-good-password.ts';
import { welcomeLetter } from './account-mail.ts';
import { openAccount } from './open-account.ts';
import { presentUser } from './present-user.ts';

export type RegisterCustomerDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly passwords: Passwords;
  readonly sessions: Pick<Sessions, 'startSession'>;
  readonly deviceCookie: DeviceCookie;
  readonly links: AccountLinks;
  /** Counts a new account against its device. Throws ApiError request.too-many. */
  readonly countDevice: (device: string) => void;
  readonly publish: Publish;
};

/** The message for a person whose browser filled in the honeypot field. */
const TRAP_FILLED =
  'Your browser or password manager has filled in a hidden field. Reload the page and type your details yourself.';

/**
 * Creates a customer account, never another role, signs in, and mails a welcome with a verification
 * link, in the language that was chosen in this browser. Of concurrent registrations of one mailbox
 * exactly one succeeds. Throws ApiError account.weak-password (reason in errors.password),
 * account.email-taken, service.unavailable, request.invalid when the honeypot field is filled in,
 * and request.too-many when the device has created too many accounts lately (threats A11).
 */
export async function registerCustomer(
  deps: RegisterCustomerDeps,
  form: RegistrationForm,
  request: FastifyRequest,
): Promise<SignedIn> {
  if (form.website) throw new ApiError('request.invalid', { message: TRAP_FILLED });
  await requireGoodPassword(deps.passwords, 'password', form.password, form);
  const device = deps.deviceCookie.deviceOf(request);
  deps.countDevice(device);
  const passwordHash = await deps.passwords.withPlace(() => deps.passwords.hash(form.password));
  return deps.database.transaction(async (tx) => {
    const account = await openAccount(tx, deps, { ...form, passwordHash });
    const opening = { id: account.id, passwordHash, device, attempts: [] };
    const { cookie } = await deps.sessions.startSession(tx, opening, request);
    await recordDevice(tx, account.id, device);
    await deps.publish(tx, accountRegistered, {
      userId: account.id,
      language: readLanguage(request.headers.cookie),
      referralCode: form.referralCode || null,
      now: account.createdAt,
    });
    // After the event: the welcome is the first mail, in the language that is stored by then.
    if (await deps.links.takeTurn(tx, 'email-verification', account.emailKey)) {
      await deps.links.send(tx, 'email-verification', account, welcomeLetter);
    }
    return {
      user: presentUser(account, 'owner'),
      setCookies: [cookie, deps.deviceCookie.issue(account.emailKey, device)],
    };
  });
}
