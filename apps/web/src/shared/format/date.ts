const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', hour: '2-digit', minute: '2-digit' });

/** '4 July 2025', as the calendar in Lagos has it. `iso` is a timestamp from the server. */
export function formatDate(iso: string): string {
  return day.format(new Date(iso));
}

/** '4 July 2025, 08:14' in Lagos. */
export function formatDateTime(iso: string): string {
  const at = new Date(iso);
  return `${day.format(at)}, ${time.format(at)}`;
}
