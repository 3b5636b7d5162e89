import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { UsageView } from '@portal/contract/network/usage';
import {
  missingFreeRadius,
  startFreeRadius,
  type TestFreeRadius,
} from '../../apps/server/src/testing/servers/start-freeradius.ts';
import { usedSize } from '../../apps/web/src/features/network/usage/data-size.ts';
import { openLive } from '../fixtures/browser/open-live.ts';
import { accountingDay, bytesByDay, packetOf, type Said } from '../fixtures/network/accounting-day.ts';
import { loginOf, NETWORK_TOKEN } from '../fixtures/network/network.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const missing = missingFreeRadius();

const GB = 1024 ** 3;

/** To the hundredth of a gigabyte, as the portal shows it. */
const gigabytes = (bytes: number): number => Math.round((bytes / GB) * 100) / 100;
const sum = (bytes: readonly number[]): number => bytes.reduce((all, each) => all + each, 0);

async function read<Answer>(page: Page, path: string): Promise<Answer> {
  return (await page.request.get(path)).json();
}

/**
 * Sends the packets to FreeRADIUS, every seventh one three times; it has to answer every packet.
 */
async function say(radius: TestFreeRadius, login: string, delivered: readonly Said[]): Promise<void> {
  const packets = delivered.flatMap((said, index) => Array<Said>(index % 7 === 0 ? 3 : 1).fill(said));
  const { code, printed } = await radius.account(packets.map((said) => packetOf(login, said, new Date())));
  expect(code, printed.slice(-500)).toBe(0);
}

/** Of the packets of a day every ninth is lost, and of every four the last arrives first. */
function deliveredPackets(day: readonly Said[]): Said[] {
  const kept = day.filter(({ status }, index) => status !== 'Interim-Update' || index % 9 !== 5);
  const last = kept.at(-1);
  const groups = Array.from({ length: Math.ceil((kept.length - 1) / 4) }, (_, group) =>
    kept
      .slice(0, -1)
      .slice(group * 4, group * 4 + 4)
      .toReversed(),
  );
  return [...groups.flat(), ...(last ? [last] : [])];
}

/** The dashboard shows the usage of this month, and the API returns the same. */
async function expectShown(page: Page, delivered: readonly Said[]): Promise<void> {
  const { period } = await read<UsageView>(page, '/api/user/usage');
  const days = Object.entries(bytesByDay(delivered)).filter(([day]) => day.startsWith(period));
  const month = gigabytes(sum(days.map(([, bytes]) => bytes)));
  const used = page.getByRole('main').getByRole('meter', { name: 'Data used' });
  await expect(used).toHaveAttribute('aria-valuetext', `${usedSize(month).figure} of 200 GB, Normal`);
  expect(await read<UsageView>(page, '/api/user/usage')).toMatchObject({ dataUsed: month, dataLimit: 200 });
}

if (missing !== null) console.log(missing);
else {
  test('a day of packets through FreeRADIUS, some lost, repeated and out of order, with the portal killed halfway, is on the open page to the byte', {
    tag: '@long',
  }, async ({ page, subscriber: _subscriber, newDevice, portal, watch }) => {
    test.setTimeout(120_000);
    const { id } = await read<CurrentUser>(page, '/api/user');
    const login = await loginOf(await newDevice(), portal.origin, id);
    const radius = await startFreeRadius({ url: portal.origin, token: NETWORK_TOKEN });
    try {
      await openLive(page, '/dashboard');
      let loads = 0;
      page.on('load', () => loads++);
      const delivered = deliveredPackets(accountingDay(new Date()));
      const third = Math.floor(delivered.length / 3);

      await say(radius, login, delivered.slice(0, third));
      await expectShown(page, delivered.slice(0, third));
      watch.expectLostRequests();
      await portal.kill();
      await say(radius, login, delivered.slice(third, 2 * third));
      await portal.restart();
      await say(radius, login, delivered.slice(2 * third));

      await expect.poll(() => portal.bytesByDay(id), { timeout: 60_000 }).toEqual(bytesByDay(delivered));
      await expectShown(page, delivered);
      expect(loads).toBe(0);
    } finally {
      await radius.stop();
    }
  });
}
