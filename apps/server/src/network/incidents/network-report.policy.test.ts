import { describe, expect, it } from 'vitest';
import { networkReportOf, type ResolvableNotice } from './network-report.policy.ts';

/** 4 July, 13:00 in Lagos. */
const NOW = new Date('2026-07-04T12:00:00Z');
const HOUR = 3_600_000;
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

let count = 0;
function notice(fields: Partial<ResolvableNotice> = {}): ResolvableNotice {
  count++;
  return {
    id: `notice-${count}`,
    kind: 'incident',
    severity: 'minor',
    status: 'open',
    area: 'Garki',
    title: 'A cut cable',
    details: '',
    cause: '',
    updates: [],
    startsAt: at(-1),
    endsAt: null,
    resolvedAt: null,
    ...fields,
  };
}
const resolved = (from: number, to: number, fields: Partial<ResolvableNotice> = {}) =>
  notice({ status: 'resolved', startsAt: at(from), resolvedAt: at(to), ...fields });
const report = (...notices: ResolvableNotice[]) => networkReportOf(notices, NOW);
const daysWith = (worst: string, ...notices: ResolvableNotice[]) =>
  report(...notices)
    .days.filter((day) => day.worst === worst)
    .map(({ startsAt }) => startsAt);

describe('the areas', () => {
  it('are those with an active incident, each once, the worst first', () => {
    const shown = report(
      notice({ area: 'Wuse' }),
      notice({ area: 'Yaba ', severity: 'major' }),
      notice({ area: 'yaba' }),
      notice({ area: 'Ikeja', kind: 'maintenance', status: 'scheduled' }),
      notice({ area: 'Lekki', kind: 'maintenance', status: 'scheduled', startsAt: at(5) }),
      resolved(-4, -2, { area: 'Asokoro' }),
    );
    expect(shown.areas).toEqual([
      { name: 'Yaba', connection: 'Major outage', maintenance: false },
      { name: 'Wuse', connection: 'Partial outage', maintenance: false },
      { name: 'Ikeja', connection: 'Online', maintenance: true },
    ]);
  });
});

describe('the last 30 days', () => {
  it('are days of Lagos, today last, and operational where nothing happened', () => {
    const { days } = report();
    expect(days).toHaveLength(30);
    expect(days[0]?.startsAt).toBe('2026-06-04T23:00:00.000Z');
    expect(days.at(-1)).toEqual({ startsAt: '2026-07-03T23:00:00.000Z', worst: 'none' });
  });

  it('count a fault on every day that it touched, and the worst of a day', () => {
    const overnight = resolved(-15, -11);
    expect(daysWith('minor', overnight)).toEqual(['2026-07-02T23:00:00.000Z', '2026-07-03T23:00:00.000Z']);
    const worse = notice({ severity: 'major', startsAt: at(-2) });
    expect(daysWith('major', overnight, worse)).toEqual(['2026-07-03T23:00:00.000Z']);
  });

  it('are not affected by maintenance', () => {
    expect(daysWith('none', notice({ kind: 'maintenance', severity: 'major' }))).toHaveLength(30);
  });
});

describe('past incidents', () => {
  it('are those that ended in the last 30 days, the latest end first, with their end', () => {
    const shown = report(
      resolved(-100, -90, { title: 'Earlier' }),
      resolved(-800, -5, { title: 'Long' }),
      resolved(-24 * 31, -24 * 31 + 1, { title: 'Too long ago' }),
      notice({ title: 'Open still' }),
    );
    expect(shown.past.map(({ title, endedAt }) => [title, endedAt])).toEqual([
      ['Long', at(-5).toISOString()],
      ['Earlier', at(-90).toISOString()],
    ]);
  });

  it('include maintenance that ended as planned or was called off', () => {
    const planned = notice({ kind: 'maintenance', status: 'scheduled', startsAt: at(-6), endsAt: at(-4) });
    const calledOff = resolved(48, -2, { kind: 'maintenance' });
    expect(report(planned, calledOff).past.map(({ id, endedAt }) => [id, endedAt])).toEqual([
      [calledOff.id, at(-2).toISOString()],
      [planned.id, at(-4).toISOString()],
    ]);
    expect(report(planned).areas).toEqual([]);
  });

  it('are fifty at most', () => {
    const many = Array.from({ length: 60 }, (_, index) => resolved(-index - 2, -index - 1));
    expect(report(...many).past).toHaveLength(50);
  });
});
