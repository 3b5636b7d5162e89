import type { TicketEscalation } from '@portal/contract/support/tickets';
import { expect, test } from 'vitest';
import { inEnglish } from '../../../shared/i18n/translate.ts';
import { escalationText } from './escalation-text.ts';

const facts: TicketEscalation = {
  number: 'T-000123',
  title: 'No light on the fibre box',
  category: 'fault',
  customerName: 'Amina Bello',
  provider: {
    name: 'Waya Fibre Ltd',
    address: '14 Some Way, Garki, Abuja',
    phone: '+234 800',
    email: 'care@waya.example',
  },
  createdAt: '2026-07-01T07:00:00Z',
  missed: [
    { what: 'first-response', dueAt: '2026-07-01T11:00:00Z', metAt: '2026-07-01T13:30:00Z' },
    { what: 'resolution', dueAt: '2026-07-04T07:00:00Z', metAt: null },
  ],
  history: [
    { at: '2026-07-01T07:00:00Z', what: 'opened' },
    { at: '2026-07-01T13:30:00Z', what: 'staff-wrote' },
    { at: '2026-07-02T09:00:00Z', what: 'customer-wrote' },
  ],
  regulator: { name: 'Regulator', phone: '622', email: 'r@example.com', website: 'https://r.example' },
};

test('the facts can be pasted anywhere: who, what, every missed deadline and everything that happened, in Lagos time', () => {
  expect(escalationText(facts, inEnglish)).toBe(`Complaint about Waya Fibre Ltd, ticket T-000123

Customer: Amina Bello
Subject: No light on the fibre box
About: Slow or no internet
Created: 1 July 2026, 08:00
Provider: Waya Fibre Ltd, 14 Some Way, Garki, Abuja, +234 800, care@waya.example

Contact was promised by 1 July 2026, 12:00 and came on 1 July 2026, 14:30.
A solution was promised by 4 July 2026, 08:00 and has not come.

1 July 2026, 08:00: Ticket created
1 July 2026, 14:30: Provider answered
2 July 2026, 10:00: Customer wrote`);
});
