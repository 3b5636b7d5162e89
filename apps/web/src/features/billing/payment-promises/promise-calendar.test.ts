import { expect, it } from 'vitest';
import { promiseCalendar } from './promise-calendar.ts';

const event = {
  id: '7d0f',
  day: '2026-12-04',
  title: 'Pay ₦20,000; Home, Gwarinpa',
  link: 'https://portal.example/payment',
  now: new Date('2026-11-30T09:46:12.345Z'),
};

it('is at eight in the morning in Lagos, with a reminder', () => {
  const lines = promiseCalendar(event).split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'DTSTAMP:20261130T094612Z',
      'DTSTART:20261204T070000Z',
      'DTEND:20261204T073000Z',
      'UID:7d0f@portal.example',
      'SUMMARY:Pay ₦20\\,000\\; Home\\, Gwarinpa',
      'BEGIN:VALARM',
    ]),
  );
  expect(lines.at(-1)).toBe('');
});

it('has no line that a calendar would not read, however long the title is', () => {
  const text = promiseCalendar({ ...event, title: 'Ọlámidé '.repeat(40) });
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThan(200);
  expect(text.replaceAll('\r\n ', '')).toContain('Ọlámidé '.repeat(40).trimEnd());
});
