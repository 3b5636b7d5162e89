import { appendFile } from 'node:fs/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { HttpClient } from '../../../platform/outside/http-client.ts';
import { jsonLine, type Origin, type Stream, type StreamRow, syslogFrame } from './siem-line.policy.ts';

/** Delivers rows in their order, or throws; then some may have arrived. */
export type Receiver = (stream: Stream, rows: readonly StreamRow[]) => Promise<void>;

const TIMEOUT_MS = 10_000;
const SYSLOG_PORTS = { 'syslog:': 514, 'syslogs:': 6514 } as const;

/**
 * On a connection of its own, closed after it: the other side has read everything when it closes, too.
 * Syslog has no other acknowledgement.
 */
function sendOverTcp(url: URL, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const isTls = url.protocol === 'syslogs:';
    const address = {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || SYSLOG_PORTS[isTls ? 'syslogs:' : 'syslog:'],
    };
    const socket: Socket = isTls ? connectTls({ ...address, servername: address.host }) : connectTcp(address);
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('the receiver did not take it in time')));
    const overall = setTimeout(() => socket.destroy(new Error('the receiver took too long')), 2 * TIMEOUT_MS);
    socket.once('close', (failed) => {
      clearTimeout(overall);
      if (!failed) resolve();
    });
    socket.once('error', reject);
    socket.once(isTls ? 'secureConnect' : 'connect', () => socket.end(text));
    socket.resume();
  });
}

/** What takes the lines of this address. `token`: for http. */
export function openReceiver(
  siem: { readonly url: string; readonly token: string | null },
  deps: { readonly origin: Origin; readonly http: HttpClient },
): Receiver {
  const url = new URL(siem.url);
  const linesOf = (stream: Stream, rows: readonly StreamRow[]) =>
    rows.map((row) => `${jsonLine(stream, row, deps.origin)}\n`).join('');
  if (url.protocol === 'file:') {
    const path = fileURLToPath(url);
    return (stream, rows) => appendFile(path, linesOf(stream, rows), { mode: 0o600, flush: true });
  }
  if (url.protocol in SYSLOG_PORTS) {
    return (stream, rows) => sendOverTcp(url, rows.map((row) => syslogFrame(stream, row, deps.origin)).join(''));
  }
  return async (stream, rows) => {
    const answer = await deps.http.send({
      method: 'POST',
      url: siem.url,
      headers: {
        'content-type': 'application/x-ndjson',
        ...(siem.token === null ? {} : { authorization: `Bearer ${siem.token}` }),
      },
      bytes: new TextEncoder().encode(linesOf(stream, rows)),
    });
    const status = 'status' in answer ? answer.status : null;
    if (status !== null && status >= 200 && status < 300) return;
    throw new Error(
      `the receiver ${status === null && 'reason' in answer ? `failed: ${answer.reason}` : `answered ${status}`}`,
    );
  };
}
