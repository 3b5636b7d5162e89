import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

async function keep(userId: number, ...values: (string | boolean | null)[]): Promise<void> {
  await portal.pool.query(
    `insert into payment_methods (user_id, provider, reference, is_default, card_brand, card_last_four, card_expiry, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [userId, ...values],
  );
}

it('shows customers their own saved methods, the default first, without anything that could be charged', async () => {
  const browser = portal.browser();
  const other = portal.browser();
  const [id, otherId] = [(await browser.register()).json().user.id, (await other.register()).json().user.id];
  expect((await browser.get('/api/user/payment-methods')).json()).toEqual([]);
  await keep(id, 'flutterwave', 'flw-t1nf-secret', false, null, null, null, '2026-03-01T00:00:00Z');
  await keep(id, 'paystack', 'AUTH_secret1', true, 'Visa', '4081', '2028-08', '2026-01-01T00:00:00Z');
  await keep(id, 'quickteller', 'token-secret', false, null, '0007', null, '2026-02-01T00:00:00Z');
  await keep(otherId, 'paystack', 'AUTH_secret2', true, 'Verve', '1234', '2029-01', '2026-01-01T00:00:00Z');
  const response = await browser.get(`/api/user/payment-methods?userId=${otherId}`);
  const method = { id: expect.any(String), kind: 'card', isDefault: false, isPaused: false, expires: null };
  expect(response.json()).toEqual([
    {
      ...method,
      provider: 'paystack',
      label: 'Visa ending 4081',
      expires: '2028-08',
      isDefault: true,
      createdAt: '2026-01-01T00:00:00.000Z',
    },
    { ...method, provider: 'flutterwave', label: 'Saved at flutterwave', createdAt: '2026-03-01T00:00:00.000Z' },
    { ...method, provider: 'quickteller', label: 'Card ending 0007', createdAt: '2026-02-01T00:00:00.000Z' },
  ]);
  expect(response.body).not.toContain('secret');
});
