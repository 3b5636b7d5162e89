import type { IncidentFacts, SecurityIncident } from '@portal/contract/console/security-incidents';
import { formatLagosDateTime, lagosDate } from '@portal/kernel/calendar';
import { dutyNames } from './remind-of-duties.ts';

/** "2026-11-27, 08:14". */
const moment = (at: string) => `${lagosDate(new Date(at))}, ${formatLagosDateTime(new Date(at)).split(', ')[1]}`;
const yes = (is: boolean) => (is ? 'yes' : 'no');

function factLines(facts: IncidentFacts): string[] {
  return [
    `What happened: ${facts.what}`,
    `Systems: ${facts.systems || 'not known yet'}`,
    `Persons affected: ${facts.persons || 'not known yet'}`,
    `Data affected: ${facts.data || 'not known yet'}`,
    `Measures: ${facts.measures || 'none yet'}`,
    `Cyber incident (NCC): ${yes(facts.isCyberIncident)}`,
    `Personal data (NDPC): ${yes(facts.hasPersonalData)}`,
    `High risk for the persons: ${yes(facts.isHighRisk)}`,
  ];
}

/** The record of an incident for a regulator, in plain text; times in Lagos. */
export function renderIncidentRecord(incident: SecurityIncident, legalName: string, now: Date): string {
  const clocks = incident.clocks.map(({ duty, dueAt, doneAt, doneBy }) => {
    const done = doneAt === null ? 'not done' : `done ${moment(doneAt)} by ${doneBy}`;
    return `- ${dutyNames[duty]}: due ${moment(dueAt)}, ${done}`;
  });
  const entries = incident.entries.map(({ kind, duty, facts, text, by, at }) => {
    const what = duty === null ? kind : dutyNames[duty];
    const words = [text, ...(facts ? factLines(facts) : [])].filter(Boolean).map((line) => `    ${line}`);
    return [`${moment(at)}, ${by}: ${what}`, ...words].join('\n');
  });
  return [
    `${legalName}`,
    `Security incident ${incident.number}: ${incident.title}`,
    `Kind: ${incident.kind}. State: ${incident.state}.`,
    `Noticed ${moment(incident.noticedAt)}, entered ${moment(incident.openedAt)} by ${incident.openedBy}.`,
    `Printed ${moment(now.toISOString())}. Times are those of Lagos.`,
    '',
    'WHAT IS KNOWN',
    ...factLines(incident.facts),
    '',
    'WHO HAS TO BE TOLD',
    ...(clocks.length > 0 ? clocks : ['Nobody, by what is known.']),
    '',
    'EVERYTHING THAT WAS ENTERED',
    ...entries,
    '',
  ].join('\n');
}
