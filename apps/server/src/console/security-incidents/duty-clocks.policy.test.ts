import type { IncidentFacts } from '@portal/contract/console/security-incidents';
import { describe, expect, it } from 'vitest';
import { type DutyEntry, dutyClocks, nextDuty } from './duty-clocks.policy.ts';

const NOTICED = new Date('2026-11-27T08:00:00Z');
const at = (hours: number) => new Date(NOTICED.getTime() + hours * 3_600_000);
const FACTS: IncidentFacts = {
  what: 'Somebody guessed a password',
  isCyberIncident: true,
  hasPersonalData: true,
  isHighRisk: true,
};
const entry = (fields: Partial<DutyEntry>, hours: number): DutyEntry => ({
  kind: 'duty',
  duty: null,
  facts: null,
  by: 'Tosin Adeyemi',
  at: at(hours),
  ...fields,
});
const known = (facts: Partial<IncidentFacts>, hours = 1) =>
  entry({ kind: 'facts', facts: { ...FACTS, ...facts } }, hours);
const due = (...entries: DutyEntry[]) =>
  dutyClocks(NOTICED, entries).map(({ duty, dueAt, doneAt }) => [
    duty,
    (dueAt.getTime() - NOTICED.getTime()) / 3_600_000,
    doneAt !== null,
  ]);

describe('who has to be told', () => {
  it('is the NCC in 4 and 24 hours, the NDPC in 72, and the persons as soon as a high risk is known', () => {
    expect(due(known({}, 2))).toEqual([
      ['ncc-notice', 4, false],
      ['ncc-report', 24, false],
      ['ndpc-notice', 72, false],
      ['persons-told', 2, false],
    ]);
    expect(due(known({ isHighRisk: false }))).not.toContainEqual(['persons-told', 1, false]);
    expect(due(known({ hasPersonalData: false }))).toEqual([
      ['ncc-notice', 4, false],
      ['ncc-report', 24, false],
    ]);
    expect(due(known({ isCyberIncident: false, hasPersonalData: false }))).toEqual([]);
  });

  it('is the NCC again every 4 hours after the last time, until it is contained', () => {
    const told = [known({ hasPersonalData: false }), entry({ duty: 'ncc-notice' }, 3)];
    expect(due(...told)).toContainEqual(['ncc-update', 7, false]);
    const again = [...told, entry({ duty: 'ncc-update' }, 6)];
    expect(due(...again)).toContainEqual(['ncc-update', 10, false]);
    expect(due(...again, entry({ kind: 'contained' }, 8)).map(([duty]) => duty)).toEqual(['ncc-notice', 'ncc-report']);
  });

  it('counts from the moment at which a risk became known, and keeps what was done when it is denied later', () => {
    const learned = [known({ hasPersonalData: false }, 1), known({}, 30)];
    expect(due(...learned)).toContainEqual(['persons-told', 30, false]);
    expect(due(...learned, entry({ duty: 'persons-told' }, 31), known({ isHighRisk: false }, 40))).toContainEqual([
      'persons-told',
      30,
      true,
    ]);
  });

  it('has the most urgent first', () => {
    const clocks = (...entries: DutyEntry[]) => nextDuty(dutyClocks(NOTICED, entries))?.duty ?? null;
    expect(clocks(known({}))).toBe('persons-told');
    expect(clocks(known({ isHighRisk: false }))).toBe('ncc-notice');
    expect(clocks(known({ isCyberIncident: false, hasPersonalData: false }))).toBeNull();
  });
});
