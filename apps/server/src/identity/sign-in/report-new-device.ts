import { formatLagosDateTime } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '../../platform/database/connection.ts';
import type { AccountRow } from '../accounts/account.repository.ts';
import { newDeviceLetter } from '../accounts/account-mail.ts';
import type { AccountLinks } from '../recovery/create-account-links.ts';
import { describeDevice } from '../sessions/describe-device.ts';
import { recordDevice } from './account-device.repository.ts';

export type NewDeviceDeps = { readonly links: Pick<AccountLinks, 'takeTurn' | 'send'>; readonly clock: Clock };

/**
 * Records the device of a sign-in that the account has not used before, and mails the person, with a
 * link for "It was not me"; once for a device, and 20 times in a day at most. The device on which an
 * account was opened just now (`isNew`) is told to nobody. Whoever signs in gets
 * their session after it only, so none is opened without the mail.
 */
export async function reportNewDevice(
  deps: NewDeviceDeps,
  tx: Transaction,
  account: Pick<AccountRow, 'id' | 'email' | 'emailKey'> & { readonly isNew?: boolean },
  device: string,
  { ip: address, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
): Promise<void> {
  if (!(await recordDevice(tx, account.id, device)) || account.isNew || !hasMailbox(account.email)) return;
  if (!(await deps.links.takeTurn(tx, 'not-me', account.emailKey))) return;
  const signIn = {
    device: describeDevice(headers['user-agent'] ?? ''),
    address,
    at: formatLagosDateTime(deps.clock()),
  };
  await deps.links.send(tx, 'not-me', account, (link) => newDeviceLetter(link, signIn));
}
