import { endNetworkSession, type NetworkSession } from '@portal/contract/network/staff-sessions';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { useEndSession } from '../api/sessions.ts';

/** Asks for the reason before a session is ended. */
export function EndSessionDialog({ session, onClose }: { session: NetworkSession; onClose: () => void }) {
  const { mutateAsync } = useEndSession(session.id);
  return (
    <ReasonDialog
      title="End the session?"
      confirm="End session"
      doneTitle="Session"
      schema={endNetworkSession.body}
      call={mutateAsync}
      onClose={onClose}
    >
      <p className="soft">
        {session.customer ? `${bidiIsolate(session.customer.name)} is` : 'The line is'} offline until the router
        connects again, which most do within a minute. The access server is sent a Disconnect; the session stays in the
        list until its Stop packet arrives.
      </p>
    </ReasonDialog>
  );
}
