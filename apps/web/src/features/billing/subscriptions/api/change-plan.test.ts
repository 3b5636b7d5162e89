import { afterEach, expect, test, vi } from 'vitest';
import { requestPlan } from './change-plan.ts';

afterEach(() => void vi.unstubAllGlobals());

test('a plan change that fails raises ‘Failed to change plan’, with the answer as its cause', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('busy', { status: 503 })));
  const failure = await requestPlan('home-50').catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ message: 'Failed to change plan', cause: { message: '503: busy' } });
});
