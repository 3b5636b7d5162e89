/** Who or what ended a session: they asked, the line was lost, the access server, or it is not known. */
export type CauseKind = 'asked' | 'line' | 'server' | 'other';

/** Acct-Terminate-Cause (RFC 2866) in words; `Stop` is a Stop packet without one. */
const CAUSES: Readonly<Record<string, readonly [CauseKind, string]>> = {
  'User-Request': ['asked', 'The customer’s router ended it'],
  'Idle-Timeout': ['asked', 'Nothing was sent for too long'],
  'Session-Timeout': ['asked', 'Its longest time was over'],
  'User-Error': ['asked', 'The router made a mistake'],
  'Host-Request': ['asked', 'The other side ended it'],
  Callback: ['asked', 'It was to be called back'],
  'Lost-Carrier': ['line', 'The line was lost, or no packet came'],
  'Lost-Service': ['line', 'The service was lost'],
  'Port-Error': ['line', 'A fault of the port'],
  'Service-Unavailable': ['line', 'The service was not available'],
  'Admin-Reset': ['server', 'Ended by staff or by a Disconnect'],
  'Admin-Reboot': ['server', 'Staff restarted the access server'],
  'NAS-Error': ['server', 'A fault of the access server'],
  'NAS-Request': ['server', 'The access server ended it'],
  'NAS-Reboot': ['server', 'The access server restarted'],
  'Port-Unneeded': ['server', 'The port was not needed any more'],
  'Port-Preempted': ['server', 'Another session took the port'],
  'Port-Suspended': ['server', 'The port was suspended'],
};

/** Why a session ended, in words; what is not in the list as it was sent. */
export function causeLabel(cause: string | null): string {
  if (cause === null || cause === 'Stop') return 'No reason was sent';
  return (Object.hasOwn(CAUSES, cause) && CAUSES[cause]?.[1]) || cause;
}

export function causeKind(cause: string | null): CauseKind {
  return (cause !== null && Object.hasOwn(CAUSES, cause) && CAUSES[cause]?.[0]) || 'other';
}

/** The kinds in words, for the legend of the strip. */
export const causeKinds: Readonly<Record<CauseKind, string>> = {
  line: 'line lost',
  server: 'ended by the access server or staff',
  asked: 'ended by the router',
  other: 'no reason known',
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long: '4 min', '3 h 12 min', '5 d 3 h'. */
export function spanLabel(spanMs: number): string {
  if (spanMs < MINUTE_MS) return 'under a minute';
  const [days, hours, minutes] = [
    Math.floor(spanMs / DAY_MS),
    Math.floor((spanMs % DAY_MS) / HOUR_MS),
    Math.floor((spanMs % HOUR_MS) / MINUTE_MS),
  ];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}
