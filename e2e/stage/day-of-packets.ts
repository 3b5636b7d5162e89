import { lagosDate } from '@portal/kernel/calendar';

const WRAP = 2 ** 32;
const STEP_MS = 15 * 60_000;
const DAY_STEPS = 96;
/** Where in the day, counted in quarters of an hour, the router has come on again: each time a session of its own. */
const COMES_ON = [0, 35, 70];

/** What an access server says of a session at one moment. Bytes are those of the whole session so far. */
export type Said = {
  readonly session: number;
  readonly at: Date;
  readonly status: 'Start' | 'Interim-Update' | 'Stop';
  readonly seconds: number;
  readonly download: number;
  readonly upload: number;
};

/** The last 24 hours before `now` of one line, a word each quarter of an hour. The last session goes on. */
export function dayOfPackets(now: Date): Said[] {
  const begin = now.getTime() - DAY_STEPS * STEP_MS;
  return COMES_ON.flatMap((first, session) => {
    const next = COMES_ON[session + 1];
    const last = next === undefined ? DAY_STEPS : next - 1;
    return Array.from({ length: last - first + 1 }, (_, step): Said => {
      const isStop = next !== undefined && step === last - first;
      return {
        ...{ session, at: new Date(begin + (first + step) * STEP_MS), seconds: (step * STEP_MS) / 1000 },
        status: step === 0 ? 'Start' : isStop ? 'Stop' : 'Interim-Update',
        // Ten times around the 32 bits of the counter in a session.
        download: step * 1_200_000_017 + step * step * 1_003,
        upload: step * 71_000_001,
      };
    });
  });
}

/** What the days have had by the words that got through, in bytes. */
export function bytesByDay(heard: readonly Said[]): Record<string, number> {
  const days: Record<string, number> = {};
  const reached = new Map<number, number>();
  for (const { session, at, download, upload } of heard.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const day = lagosDate(at);
    const grown = download + upload - (reached.get(session) ?? 0);
    reached.set(session, download + upload);
    if (grown > 0) days[day] = (days[day] ?? 0) + grown;
  }
  return days;
}

/** The lines of one packet for radclient, as it is sent at `now`. */
export function packetOf(login: string, said: Said, now: Date): string {
  const { session, at, status, seconds, download, upload } = said;
  return [
    `Acct-Status-Type = ${status}`,
    `User-Name = "${login}"`,
    `Acct-Session-Id = "81a0${session}"`,
    'NAS-IP-Address = 10.0.0.1',
    'Framed-IP-Address = 100.64.0.1',
    `Event-Timestamp = ${Math.floor(at.getTime() / 1000)}`,
    `Acct-Delay-Time = ${Math.round((now.getTime() - at.getTime()) / 1000)}`,
    `Acct-Session-Time = ${seconds}`,
    `Acct-Output-Octets = ${download % WRAP}`,
    `Acct-Output-Gigawords = ${Math.floor(download / WRAP)}`,
    `Acct-Input-Octets = ${upload % WRAP}`,
    `Acct-Input-Gigawords = ${Math.floor(upload / WRAP)}`,
  ].join('\n');
}
