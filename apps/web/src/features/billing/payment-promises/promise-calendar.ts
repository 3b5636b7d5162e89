const EVENT_HOUR = 'T080000';
const EVENT_END = 'T083000';

const folded = (line: string) => line.replace(/.{60}(?=.)/gu, '$&\r\n ');
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n');
const stamp = (at: Date) => `${at.toISOString().replace(/[-:]|\.\d+/g, '')}`;

type Event = {
  readonly id: string;
  /** The promised day in Lagos, such as 2026-12-04. */
  readonly day: string;
  readonly title: string;
  readonly link: string;
  readonly now: Date;
};

/**
 * The morning of a promised day as a file for calendars, with a reminder (RFC 5545). Times are those of
 * Lagos, which has no summer time, so no time zone has to be described.
 */
export function promiseCalendar({ id, day, title, link, now }: Event): string {
  const at = (time: string) => stamp(new Date(`${day}T${time.slice(1, 3)}:${time.slice(3, 5)}:00+01:00`));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//portal//promise to pay//EN',
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(link).host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${at(EVENT_HOUR)}`,
    `DTEND:${at(EVENT_END)}`,
    `SUMMARY:${escaped(title)}`,
    `URL:${link}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:PT0S',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** Saves a calendar file. */
export function saveCalendar(calendar: string): void {
  const url = URL.createObjectURL(new Blob([calendar], { type: 'text/calendar' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'promise-to-pay.ics';
  link.click();
  URL.revokeObjectURL(url);
}
