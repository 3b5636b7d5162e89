import type { StaffChat } from '@portal/contract/support/staff-chat';
import { Smartphone } from 'lucide-react';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { useNow } from '../../../../../shared/ui/hooks/use-now.ts';
import { windowOf } from '../window-labels.ts';

/** Where somebody outside the portal writes from, and until when they may be answered there. */
export function OutsideStrip({ chat }: { chat: StaffChat }) {
  const nowMs = useNow(30_000).getTime();
  const { contact } = chat;
  if (!contact) return null;
  const state = windowOf(chat, nowMs);
  const reach = state.kind === 'open' ? state.label : state.kind === 'closed' ? 'closed' : 'number given up';
  return (
    <p className="small soft flex flex-none items-center gap-x-1.5 border-line border-b px-4 py-2 lg:px-6">
      <Smartphone className="icon-small" />
      WhatsApp {formatPhone(contact.address)}, {reach}
    </p>
  );
}
