/**
 * The content of a packet, before it is written as rlm_rest writes it. Bytes are those of the whole
 * session.
 */
export type Saying = {
  readonly status?: string | number;
  readonly username?: string | null;
  readonly sessionId?: string | null;
  readonly uniqueId?: string | null;
  readonly nas?: string | null;
  readonly at?: Date | null;
  readonly delaySeconds?: number;
  readonly seconds?: number | null;
  readonly download?: number | null;
  readonly upload?: number | null;
  /** How the number of counter overflows is sent: always, only when it is not zero, or never. */
  readonly gigawords?: 'always' | 'when-needed' | 'never';
  readonly extra?: Readonly<Record<string, unknown>>;
};

const WRAP = 2 ** 32;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** "Nov 21 2025 01:50:00 UTC", as FreeRADIUS writes the time with TZ=UTC. */
function radiusDate(at: Date): string {
  const time = at.toISOString().slice(11, 19);
  return `${MONTHS[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2, ' ')} ${at.getUTCFullYear()} ${time} UTC`;
}

function counterOf(direction: string, bytes: number | null | undefined, gigawords: Saying['gigawords']) {
  if (bytes == null) return [[`Acct-${direction}-Octets64`, 'integer64', '0']] as const;
  const over = Math.floor(bytes / WRAP);
  const tells = gigawords === 'always' || (gigawords === 'when-needed' && over > 0);
  const high = tells ? ([[`Acct-${direction}-Gigawords`, 'integer', over]] as const) : [];
  const whole = tells ? bytes : bytes % WRAP;
  return [
    [`Acct-${direction}-Octets`, 'integer', bytes % WRAP],
    ...high,
    [`Acct-${direction}-Octets64`, 'integer64', String(whole)],
  ] as const;
}

/** The body that FreeRADIUS posts for one accounting packet; null leaves an attribute out. */
export function accountingBody(saying: Saying = {}): Record<string, unknown> {
  const { status = 'Interim-Update', username = 'line-1@fibre', sessionId = '81a0001f', nas = '10.0.0.1' } = saying;
  const { gigawords = 'always' } = saying;
  const attributes: (readonly [string, string, unknown])[] = [
    ['User-Name', 'string', username],
    ['NAS-IP-Address', 'ipaddr', nas],
    ['Framed-IP-Address', 'ipaddr', '100.64.10.7'],
    ['Calling-Station-Id', 'string', 'AA:BB:CC:00:11:22'],
    ['Acct-Status-Type', 'integer', status],
    ['Acct-Delay-Time', 'integer', saying.delaySeconds],
    ['Acct-Session-Id', 'string', sessionId],
    ['Acct-Session-Time', 'integer', saying.seconds],
    ['Event-Timestamp', 'date', saying.at ? radiusDate(saying.at) : null],
    ['Acct-Unique-Session-Id', 'string', saying.uniqueId],
    ...counterOf('Output', saying.download, gigawords),
    ...counterOf('Input', saying.upload, gigawords),
  ];
  const present = attributes.filter(([, , value]) => value !== null && value !== undefined);
  const body = Object.fromEntries(present.map(([name, type, value]) => [name, { type, value: [value] }]));
  return { ...body, ...saying.extra };
}
