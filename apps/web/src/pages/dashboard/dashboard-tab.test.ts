import { expect, test } from 'vitest';
import { dashboardTabs, searchFor, tabOf } from './use-dashboard-tab.ts';

test('each tab has an address that leads back to it', () => {
  for (const { id } of dashboardTabs) expect(tabOf(searchFor(id))).toBe(id);
});

test.each(['', '?tab=', '?tab=billing', '?tab=Overview', '?tab=__proto__', '?other=analytics'])(
  'the address "%s" opens the overview',
  (search) => {
    expect(tabOf(search)).toBe('overview');
  },
);
