import type { StaffIncident } from '@portal/contract/network/staff-incidents';

/**
 * The updates that staff can publish: how an incident goes on, that it begins now, or that it is
 * over.
 */
export type IncidentAction = {
  readonly id: 'update' | 'begin' | 'resolve' | 'call-off';
  /** On the button of the list, and as the title of the dialog. */
  readonly label: string;
  readonly confirm: string;
  readonly consequence: string;
  readonly status?: 'open' | 'resolved';
};

const UPDATE: IncidentAction = {
  id: 'update',
  label: 'Add update',
  confirm: 'Publish',
  consequence: 'Customers see it at once, below the earlier updates.',
};
const BEGIN: IncidentAction = {
  id: 'begin',
  label: 'Begin now',
  confirm: 'Begin now',
  consequence: 'It counts as under way at once, earlier than planned.',
  status: 'open',
};
const RESOLVE: IncidentAction = {
  id: 'resolve',
  label: 'Resolve',
  confirm: 'Resolve',
  consequence: 'It is over for good. If it comes back, report a new one.',
  status: 'resolved',
};
const CALL_OFF: IncidentAction = {
  id: 'call-off',
  label: 'Call off',
  confirm: 'Call off',
  consequence: 'It will not take place, for good. Customers read that it is called off.',
  status: 'resolved',
};

/**
 * The actions that are open to it now; none once it is over. Work that lasts longer than planned
 * gets another end by being corrected.
 */
export function actionsOf({ phase }: Pick<StaffIncident, 'phase'>): readonly IncidentAction[] {
  if (phase === 'over') return [];
  return phase === 'planned' ? [UPDATE, BEGIN, CALL_OFF] : [UPDATE, RESOLVE];
}
