import {
  addNote as addEntry,
  type TimelineKind,
  setTags as tagsEntry,
  readTimeline as timelineEntry,
} from '@portal/contract/console/customer-notes';
import type { Permission } from '@portal/contract/platform/staff-permissions';
import type { RecordCustomerView } from '../../identity/index.ts';
import type { Reports } from '../../platform/database/replica/create-reports.ts';
import { mayDo } from '../../platform/http/authorisation/staff-permission.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { readTimeline } from '../timeline/read-timeline.ts';
import { addNote, type NoteDependencies, setTags } from './change-notes.ts';

/** What events need besides the permission to see the customer. */
const NEEDS: Partial<Readonly<Record<TimelineKind, Permission>>> = {
  payment: 'payments:read',
  promise: 'promises:read',
  call: 'collections:read',
  refund: 'payments:read',
  ticket: 'tickets:read',
  chat: 'chats:read',
  network: 'lines:read',
  change: 'audit:read',
};

/** Notes and tags of customers, and everything that happened to them. */
export function registerNotes(
  routes: Routes,
  deps: NoteDependencies & { readonly reports: Reports; readonly recordCustomerView: RecordCustomerView },
): void {
  routes.serve(addEntry, async ({ viewer, params, body }) => {
    const note = await addNote(deps, { ...body, staffId: viewer.user.id, userId: params.id });
    return { success: true as const, message: 'The note is stored.', note };
  });
  routes.serve(tagsEntry, async ({ viewer, params, body }) => {
    const tags = await setTags(deps, { ...body, staffId: viewer.user.id, userId: params.id });
    return { success: true as const, message: 'The tags are stored.', tags };
  });
  routes.serve(timelineEntry, async ({ viewer, params, query, reply }) => {
    const maySee = (kind: TimelineKind) => mayDo(viewer, NEEDS[kind] ?? 'customers:read');
    const page = { ...query, userId: params.id, maySee };
    const timeline = await deps.reports.read(reply, (database) => readTimeline(database, page));
    await deps.recordCustomerView(viewer.user.id, params.id);
    return timeline;
  });
}
