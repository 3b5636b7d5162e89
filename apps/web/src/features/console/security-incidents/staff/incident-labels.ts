import type {
  incidentEntryKinds,
  SecurityDuty,
  securityIncidentKinds,
  securityIncidentStates,
} from '@portal/contract/console/security-incidents';
import { CircleCheck, ShieldCheck, TriangleAlert } from 'lucide-react';
import type { StatusLook } from '../../../../shared/ui/feedback/status-badge.tsx';

export const kindLabels: Readonly<Record<(typeof securityIncidentKinds)[number], string>> = {
  'unauthorised-access': 'Unauthorised access',
  'data-disclosed': 'Data disclosed to the wrong people',
  'data-lost': 'Data were lost or changed',
  malware: 'Malware',
  'denial-of-service': 'Flood of requests (denial of service)',
  fraud: 'Fraud',
  'lost-device': 'A device was lost or stolen',
  other: 'Something else',
};

export const stateLooks: Record<(typeof securityIncidentStates)[number], StatusLook> = {
  open: { label: 'Open', kind: 'bad', icon: TriangleAlert },
  contained: { label: 'Contained', kind: 'warn', icon: ShieldCheck },
  closed: { label: 'Closed', kind: 'mute', icon: CircleCheck },
};

export const dutyLabels: Readonly<Record<SecurityDuty, string>> = {
  'ncc-notice': 'Give the NCC the first notice',
  'ncc-update': 'Give the NCC an update',
  'ncc-report': 'Send the NCC the report',
  'ndpc-notice': 'Notify the NDPC',
  'persons-told': 'Tell the persons concerned',
};

export const entryLabels: Readonly<Record<(typeof incidentEntryKinds)[number], string>> = {
  facts: 'What was known',
  duty: 'Done',
  note: 'Note',
  contained: 'Contained',
  closed: 'Closed',
};
