import type { BrowserContext } from '@playwright/test';
import type { NetworkLine } from '@portal/contract/network/access';
import { accountingBody, type Saying } from '../../apps/server/src/network/accounting/packet.factory.ts';
import { DEMO_STAFF, signIn } from './customer.ts';

/** What the RADIUS server proves itself with. */
export const NETWORK_TOKEN = 'the network token of the browser tests';

/** The login of a customer's line, as staff see it; the device is then signed in as staff. */
export async function loginOf(device: BrowserContext, origin: string, customerId: number): Promise<string> {
  await signIn(device, origin, DEMO_STAFF);
  const answer = await device.request.get(`${origin}/api/staff/customers/${customerId}/line`);
  return ((await answer.json()) as NetworkLine).username;
}

/** The access server of one line, as FreeRADIUS passes on what it says. */
export async function accessServerOf(device: BrowserContext, origin: string, customerId: number) {
  const username = await loginOf(device, origin, customerId);
  return async (saying: Saying): Promise<void> => {
    const said = await device.request.post(`${origin}/api/network/accounting`, {
      headers: { authorization: `Bearer ${NETWORK_TOKEN}` },
      data: accountingBody({ username, sessionId: `e2e-${customerId}`, ...saying }),
    });
    if (said.status() !== 204) throw new Error(`accounting: ${said.status()} ${await said.text()}`);
  };
}
