import { createIncident } from '@portal/contract/network/staff-incidents';
import { listOutages } from '@portal/contract/network/staff-outage-credits';
import { useNavigate, useSearchParams } from 'react-router';
import { IncidentBoard } from '../../../features/network/incidents/staff/components/incident-board.tsx';
import {
  IncidentEditorLoader,
  type IncidentEditorLoaderProps,
} from '../../../features/network/incidents/staff/components/incident-editor-loader.tsx';
import { OutageList } from '../../../features/network/outage-credits/staff/components/outage-list.tsx';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { ButtonLink } from '../../../shared/ui/button/button-link.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { NetworkViews } from './network-views.tsx';

const LIST = '/admin/network';
const BACK = { to: LIST, label: 'Network' };
const NEW = 'new';
const EDIT = 'edit';

/** Incidents and maintenance: the list, or the editor of one; each has an address. */
export function IncidentsPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const subject = subjectOf(params);
  if (subject) {
    return (
      <ConsolePageLayout title={titleOf(subject)} back={BACK}>
        <IncidentEditorLoader
          key={params.toString()}
          subject={subject}
          listTo={LIST}
          onDone={() => void navigate(LIST)}
        />
      </ConsolePageLayout>
    );
  }
  return (
    <ConsolePageLayout
      title="Network"
      lead="Faults and planned work as customers see them. They see each change at once."
    >
      <NetworkViews current="incidents" />
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <Allowed to={createIncident}>
          <ButtonLink to={`${LIST}?${NEW}=incident`}>Report a fault</ButtonLink>
          <ButtonLink to={`${LIST}?${NEW}=maintenance`} variant="secondary">
            Plan maintenance
          </ButtonLink>
        </Allowed>
        <a className="link inline-flex min-h-11 items-center" href="/status">
          What customers see
        </a>
      </div>
      <IncidentBoard editAt={(id) => `${LIST}?${EDIT}=${id}`}>
        <Allowed to={listOutages}>
          <OutageList outageAt={(id) => `${LIST}/outages/${id}`} />
        </Allowed>
      </IncidentBoard>
    </ConsolePageLayout>
  );
}

function subjectOf(params: URLSearchParams): IncidentEditorLoaderProps['subject'] | null {
  const [kind, id] = [params.get(NEW), params.get(EDIT)];
  if (kind === 'incident' || kind === 'maintenance') return { kind };
  return id === null ? null : { id };
}

function titleOf(subject: IncidentEditorLoaderProps['subject']): string {
  if ('id' in subject) return 'Correct';
  return subject.kind === 'incident' ? 'Report a fault' : 'Plan maintenance';
}
