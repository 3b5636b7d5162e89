import { type AccessServer, ALL_OTHERS } from '@portal/contract/network/staff-access-servers';
import { CircleAlert, CircleCheck, CircleDot } from 'lucide-react';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../shared/format/date.ts';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

/** One with a session sends at least every five minutes; after three of those its sessions are over. */
const SILENT_MS = 15 * 60_000;
/** More is seen in the times of sessions. */
const CLOCK_MS = 60_000;

export const serverStates = {
  heard: { label: 'Sends', kind: 'ok', icon: CircleCheck },
  silent: { label: 'Silent', kind: 'bad', icon: CircleAlert },
  never: { label: 'Not heard yet', kind: 'mute', icon: CircleDot },
} as const satisfies Record<string, StatusLook>;

export function serverState({ lastPacketAt }: AccessServer, now: number): keyof typeof serverStates {
  if (lastPacketAt === null) return 'never';
  return now - new Date(lastPacketAt).getTime() > SILENT_MS ? 'silent' : 'heard';
}

export function addressLabel(address: string): string {
  return address === ALL_OTHERS ? 'Every address that is not on this list' : address;
}

/** "bng-garki-1 (192.0.2.1)"; the address alone where no access server on the list has it, or one by that name. */
export function serverLabel(address: string, name: string | null | undefined): string {
  return name && name !== address ? `${bidiIsolate(name)} (${address})` : address;
}

/** "Right" within a minute, else how much it is ahead or behind. */
export function clockLabel(offsetMs: number | null): string {
  if (offsetMs === null) return 'Not known';
  if (Math.abs(offsetMs) <= CLOCK_MS) return 'Right';
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const hours = Math.round(minutes / 60);
  const much = minutes < 120 ? `${minutes} min` : hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
  return `${much} ${offsetMs > 0 ? 'ahead' : 'behind'}`;
}

/** "12 done, 1 refused, 3 silent"; what did not happen is left out. */
export function answersLabel({ done, refused, silent }: AccessServer['coa']): string {
  const said = [
    [done, 'done'],
    [refused, 'refused'],
    [silent, 'silent'],
  ] as const;
  const parts = said.filter(([count]) => count > 0).map(([count, what]) => `${count.toLocaleString('en-NG')} ${what}`);
  return parts.length === 0 ? 'None' : parts.join(', ');
}

/** When FreeRADIUS read the list, and whether it has the last change. */
export function fetchLabel(
  fetches: readonly { readonly address: string; readonly at: string }[],
  changedAt: string | null,
): { readonly text: string; readonly isBehind: boolean } {
  if (fetches.length === 0) {
    return {
      text: 'FreeRADIUS has not read this list. Set up portal-clients from the kit, or add each access server to its clients.conf by hand.',
      isBehind: false,
    };
  }
  const said = fetches.map(({ address, at }) => `${address} at ${formatMoment(at)}`).join(', ');
  const isBehind = changedAt !== null && fetches.some(({ at }) => at < changedAt);
  const text = `FreeRADIUS has read this list: ${said}.`;
  return { text: isBehind ? `${text} A change since then counts after the next time.` : text, isBehind };
}
