import { describe, expect, it } from 'vitest';
import { certaintyAt, type LoggedSession } from './address-owner.policy.ts';

const at = (time: string) => new Date(`2026-11-21T${time}Z`);
const session: LoggedSession = {
  startedAt: at('10:00:00'),
  isStartSure: true,
  lastEventAt: at('12:00:00'),
  endedAt: at('12:00:00'),
  stopped: true,
};
const timedOut = { ...session, stopped: false };
const open = { ...session, endedAt: null, stopped: false };

describe('whether a session had its address', () => {
  it.each([
    ['before it began by more than ten minutes', session, '09:49:59', null],
    ['shortly before it began', session, '09:58:00', /It began 2 min after/],
    ['when it began', session, '10:00:00', 'certain'],
    ['between two packets', session, '11:00:00', 'certain'],
    ['when it ended', session, '12:00:00', 'certain'],
    ['shortly after its Stop', session, '12:03:00', /It ended 3 min before/],
    ['more than ten minutes after its Stop', session, '12:10:01', null],
    ['before its last packet, without a Stop', timedOut, '11:59:59', 'certain'],
    ['an interval after its last packet, without a Stop', timedOut, '12:04:00', /may have gone on for up to 5 minutes/],
    ['longer after its last packet, without a Stop', timedOut, '12:08:00', /Its last packet is from 8 min before/],
    ['more than ten minutes after its last packet', timedOut, '12:10:01', null],
    ['an interval after the last packet of an open one', open, '12:05:00', 'certain'],
    ['longer after the last packet of an open one', open, '12:06:00', /last packet is from more than 5 minutes before/],
  ])('%s', (_when, logged, time, expected) => {
    const found = certaintyAt(logged, at(time));
    if (expected === null) expect(found).toBeNull();
    else if (expected === 'certain') expect(found).toEqual({ certainty: 'certain', margin: null });
    else expect(found).toEqual({ certainty: 'uncertain', margin: expect.stringMatching(expected) });
  });

  it('is uncertain for an interval around a start that no right clock has shown', () => {
    const unsure = { ...session, isStartSure: false };
    expect(certaintyAt(unsure, at('09:56:00'))?.margin).toMatch(/up to 5 minutes earlier/);
    expect(certaintyAt(unsure, at('10:04:00'))?.margin).toMatch(/up to 5 minutes later/);
    expect(certaintyAt(unsure, at('10:06:00'))?.certainty).toBe('certain');
  });

  it('is uncertain between the last packet and the restart of its access server', () => {
    const rebooted = { ...timedOut, endedAt: at('12:03:30') };
    expect(certaintyAt(rebooted, at('12:02:00'))?.certainty).toBe('uncertain');
    expect(certaintyAt(rebooted, at('12:00:00'))?.certainty).toBe('certain');
  });
});
