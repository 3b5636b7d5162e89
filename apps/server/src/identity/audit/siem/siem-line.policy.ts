import { eventOfAction } from '../../../platform/security-events/security-event.policy.ts';

export type Stream = 'audit' | 'security';

/** A line to send: `id` orders it in its stream. */
export type StreamRow = { readonly id: string; readonly at: Date; readonly fields: Record<string, unknown> };

/** Where lines come from: named in each. */
export type Origin = { readonly host: string; readonly version: string };

const FACILITY_LOG_AUDIT = 13;
const SEVERITY = { notice: 5, warning: 4 } as const;

/** Names of the vocabulary of what went wrong. */
const isWarning = (event: string): boolean => /fail|lock|exceeded|malicious/.test(event);

function eventIn(stream: Stream, { fields }: StreamRow): string {
  if (stream === 'security') return String(fields['event']);
  return fields['kind'] === 'record' && typeof fields['action'] === 'string'
    ? eventOfAction(fields['action'])
    : 'sensitive_delete';
}

/** One line of JSON, without a line break. */
export function jsonLine(stream: Stream, row: StreamRow, { host, version }: Origin): string {
  const event = eventIn(stream, row);
  return JSON.stringify({
    datetime: new Date(row.at).toISOString(),
    appid: `fibre-portal/${version}`,
    host,
    level: isWarning(event) ? 'WARN' : 'INFO',
    stream,
    ...row.fields,
    event,
  });
}

/** A message of RFC 5424 in a frame of RFC 6587 (its length in bytes, a space): bytes stay whole. */
export function syslogFrame(stream: Stream, row: StreamRow, origin: Origin): string {
  const priority = FACILITY_LOG_AUDIT * 8 + (isWarning(eventIn(stream, row)) ? SEVERITY.warning : SEVERITY.notice);
  const at = new Date(row.at).toISOString();
  const message = `<${priority}>1 ${at} ${origin.host} fibre-portal - ${stream} - ${jsonLine(stream, row, origin)}`;
  return `${Buffer.byteLength(message)} ${message}`;
}
