import type { Endpoint } from '@portal/contract/platform/endpoint';
import type { KeyViewer, Viewer } from './session-cookie.ts';
import { mayDo } from './staff-permission.ts';

/** What identifies staff, or what who is registering somebody has just typed. */
const THEIR_OWN: ReadonlySet<string> = new Set(['staff:read', 'staff:write', 'customers:register', 'any']);

/** "bisi@mail.example" as "b…@mail.example". */
const maskEmail = (email: string) => email.replace(/^(.)[^@]*/u, '$1…');
/** "+2348031234567" as "…4567". */
const maskPhone = (phone: string) => `…${phone.slice(-4)}`;

/** The same answer with each mailbox and telephone number in it masked, however deep. */
export function maskContacts(value: unknown, key?: string): unknown {
  if (typeof value === 'string') {
    if (key === 'email') return maskEmail(value);
    return key === 'phone' ? maskPhone(value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => maskContacts(item, key));
  // What is no plain object is sent as it is: a reply, a stream, a date.
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, maskContacts(part, name)]));
}

/**
 * Whether customers' mailboxes and numbers are masked for who calls: a member of staff who may not see
 * customers. A program's scopes are chosen one by one, so it gets what the call has.
 */
export function seesMasked({ access, permission }: Endpoint, viewer: Viewer | KeyViewer | null): boolean {
  if (access !== 'admin' || viewer === null || 'key' in viewer) return false;
  return !THEIR_OWN.has(permission ?? 'any') && !mayDo(viewer, 'customers:read');
}
