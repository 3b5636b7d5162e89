import { formatLagosDay } from '@portal/kernel/calendar';
import type { Mail } from '@portal/kernel/messaging/mail';
import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import type { GrievanceRow } from './grievance.repository.ts';
import { grievanceNumber } from './present-grievance.ts';

type Letter = Pick<Mail, 'subject' | 'parts'>;

const ESCALATION = defineMessage(
  'You may also complain to the Nigeria Data Protection Commission (ndpc.gov.ng) or go to court, at any time.',
);

/** Confirms that a grievance has arrived and by which day it is answered. */
export function receivedLetter(grievance: GrievanceRow): Letter {
  const number = grievanceNumber(grievance);
  const date = formatLagosDay(grievance.dueAt);
  return {
    subject: defineMessage('We have your grievance {number}', { number }),
    parts: [
      defineMessage('We look into what you wrote and answer you by {date}.', { date }),
      grievance.what,
      ESCALATION,
    ],
  };
}

const FOUND = {
  violation: defineMessage('We find that you are right. This is what we do about it:'),
  'no-violation': defineMessage('We find that your rights were not violated. This is why:'),
};

/** What we found, with the remedy or the reason. */
export function answeredLetter(grievance: GrievanceRow): Letter {
  const number = grievanceNumber(grievance);
  return {
    subject: defineMessage('Our answer to your grievance {number}', { number }),
    parts: [FOUND[grievance.finding ?? 'violation'], grievance.answer ?? '', ESCALATION],
  };
}
