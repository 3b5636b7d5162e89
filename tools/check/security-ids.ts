/** A group of ids that docs/security.md must have, under its name. */
type IdGroup = readonly [group: string, ids: readonly string[]];

const count = (prefix: string, last: number): string[] =>
  Array.from({ length: last }, (_, index) => `${prefix}${index + 1}`);
const asvs = (ids: string): string[] => ids.split(' ').map((id) => `ASVS ${id}`);

/** The threats and faults, and the invariants of the database. */
export const numberedIds: readonly IdGroup[] = [
  ['seams', count('Seam ', 8)],
  ['every endpoint', count('E', 13)],
  ['accounts and sessions', count('A', 20)],
  ['usage, speed test, referral, plans, subscription', count('U', 11)],
  ['tickets', count('T', 4)],
  ['chat', count('C', 10)],
  ['staff console', count('S', 4)],
  ['uploads', count('F', 1)],
  ['money', count('M', 17)],
  ['SMS codes', count('O', 6)],
  ['platform', count('P', 12)],
  ['invariants', count('I', 8)],
];

/**
 * The requirements of OWASP ASVS 5.0.0 that the product aims at; the number of a chapter alone stands
 * for the rest of it.
 */
export const asvsIds: readonly IdGroup[] = [
  [
    'V1 encoding',
    asvs('1.1.1 1.1.2 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.2.9 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.3.6 1.3.7 1.3.11 1.4.2'),
  ],
  ['V2 validation and logic', asvs('2.1.1 2.1.2 2.1.3 2.2.1 2.2.2 2.2.3 2.3.1 2.3.2 2.3.3 2.3.4 2.3.5 2.4.1')],
  [
    'V3 browser',
    asvs(
      '3.2.1 3.2.2 3.3.1 3.3.2 3.3.3 3.3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 3.4.8 3.5.1 3.5.2 3.5.3 3.5.4 3.5.5 3.7.2',
    ),
  ],
  ['V4 HTTP and WebSocket', asvs('4.1.1 4.1.2 4.1.3 4.1.4 4.2.1 4.4.1 4.4.2 4.4.3 4.4.4')],
  ['V5 files', asvs('5.1.1 5.2.1 5.2.2 5.2.3 5.3.1 5.3.2 5.4.1 5.4.2 5.4.3')],
  [
    'V6 authentication',
    asvs(
      '6.1.1 6.1.2 6.1.3 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.2.9 6.2.10 6.2.11 6.2.12 6.3.1 6.3.2 6.3.3 6.3.4 6.3.5 6.3.7 6.3.8 6.4.1 6.4.2 6.4.3 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3',
    ),
  ],
  [
    'V7 sessions',
    asvs('7.1.1 7.1.2 7.2.1 7.2.2 7.2.3 7.2.4 7.3.1 7.3.2 7.4.1 7.4.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.5.3'),
  ],
  ['V8 authorisation', asvs('8.1.1 8.1.2 8.2.1 8.2.2 8.2.3 8.3.1 8.3.2')],
  ['V11 cryptography', asvs('11.3.1 11.3.2 11.4.1 11.4.2 11.5.1')],
  ['V12 TLS', asvs('12.1.1 12.2.1 12.2.2 12.3.1 12.3.2')],
  ['V13 configuration', asvs('13.2.1 13.2.2 13.2.3 13.2.4 13.3.1 13.3.2 13.4.1 13.4.2 13.4.3 13.4.4 13.4.5')],
  ['V14 data', asvs('14.2.1 14.2.2 14.2.3 14.2.4 14.3.1 14.3.2 14.3.3')],
  ['V15 code', asvs('15.1.1 15.1.3 15.2.1 15.2.2 15.2.3 15.3.1 15.3.2 15.3.3 15.3.4 15.3.5 15.3.6 15.3.7 15.4.2')],
  [
    'V16 logs and errors',
    asvs(
      '16.1.1 16.2.1 16.2.2 16.2.3 16.2.4 16.2.5 16.3.1 16.3.2 16.3.3 16.3.4 16.4.1 16.4.2 16.4.3 16.5.1 16.5.2 16.5.3',
    ),
  ],
  ['V9, V10 and V17', asvs('9 10 10.1.2 10.2.1 10.2.2 10.5.1 10.5.2 10.5.3 10.5.4 17')],
];
