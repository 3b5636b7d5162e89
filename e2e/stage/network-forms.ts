import type { Page } from '@playwright/test';
import { confirmed, nothing, opened } from './console-steps.ts';
import { answerWith, type Form } from './form-sweep.ts';
import { longOutage } from './staff-screens.ts';

/** A fault that is under way, which everybody else would see as well if it were reported. */
async function fault(page: Page): Promise<void> {
  const startsAt = new Date(Date.now() - 3_600_000).toISOString();
  await answerWith(page, /^\/api\/staff\/incidents$/, () => [
    {
      id: '00000000-0000-4000-8000-000000000000',
      ...{ kind: 'incident', severity: 'major', status: 'open', area: 'Wuse II', title: 'No light in Wuse II' },
      ...{ phase: 'under-way', resolvedAt: null },
      ...{ details: 'The cable is cut.', cause: '', updates: [], startsAt, endsAt: startsAt, createdAt: startsAt },
    },
  ]);
}

/** What staff do about faults and works. */
export const NETWORK_FORMS: readonly Form[] = [
  {
    sends: 'POST /api/staff/incidents',
    path: '/admin/network?new=incident',
    ready: async (page) => {
      await page.getByLabel('Area').fill('Wuse II');
      await page.getByLabel('Severity').selectOption('major');
      await page.getByLabel('What it is').fill('No light in Wuse II');
      return page.getByRole('button', { name: 'Tell customers' });
    },
  },
  {
    sends: 'PUT /api/staff/incidents/:id',
    path: '/admin/network',
    ready: async (page) => {
      await fault(page);
      return opened(/^Correct: /, async () => page.getByRole('button', { name: 'Save' }))(page);
    },
  },
  {
    sends: 'POST /api/staff/incidents/:id/updates',
    path: '/admin/network',
    ready: async (page) => {
      await fault(page);
      await page
        .getByRole('button', { name: /^(Add update|Call off): / })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('What customers read').fill('A team is on its way.');
      return dialog.getByRole('button', { name: /^(Tell customers|Call off)$/ });
    },
  },
  {
    sends: 'POST /api/staff/outages/:id/lines/:customer',
    path: '/admin/network/outages/1',
    ready: async (page) => {
      await longOutage(page);
      return confirmed('Leave out: Amina Bello', 'Leave out')(page);
    },
  },
  {
    sends: 'POST /api/staff/outages/:id/apply',
    path: '/admin/network/outages/1',
    ready: async (page) => {
      await longOutage(page);
      return confirmed('Give the time back now', 'Give it back', nothing)(page);
    },
  },
];
