import { expect, it } from 'vitest';
import { changeLabels, formatMinutes } from './approval-labels.ts';

it('says what becomes different, with numbers as people read them', () => {
  expect(changeLabels({ field: 'phone', from: null, to: '+2348031234567' })).toEqual({
    name: 'Telephone',
    from: 'none',
    to: '+234\u00A0803\u00A0123\u00A04567',
  });
});

it('shows the time that is left in minutes and seconds', () => {
  expect([900, 61, 9, 0].map(formatMinutes)).toEqual(['15:00', '1:01', '0:09', '0:00']);
});
