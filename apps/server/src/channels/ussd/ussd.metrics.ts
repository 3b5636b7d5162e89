import type { LanguageCode } from '@portal/contract/messaging/notices';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Step } from '../menu/menu.policy.ts';

export type UssdMetrics = {
  readonly screen: (shown: {
    readonly gateway: string;
    readonly screen: Step;
    readonly language: LanguageCode;
    readonly isNew: boolean;
    readonly endReason: 'done' | 'mistakes' | null;
  }) => void;
  readonly ended: (gateway: string, reason: 'done' | 'mistakes' | 'hung-up' | 'failed') => void;
  /** How long an answer took, in seconds, whatever it was. */
  readonly answered: (gateway: string, seconds: number) => void;
};

/** Where there is no USSD. */
export const noMetrics: UssdMetrics = { screen: () => {}, ended: () => {}, answered: () => {} };

/** Gateways give up after ten seconds; customers long before. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 3, 10];
const REASONS = ['done', 'mistakes', 'hung-up', 'failed'] as const;

export function createUssdMetrics(registry: Registry, gateways: readonly string[]): UssdMetrics {
  const registers = [registry];
  const sessions = new Counter({
    name: 'ussd_sessions_total',
    help: 'USSD sessions that began, by gateway.',
    labelNames: ['gateway'] as const,
    registers,
  });
  const ends = new Counter({
    name: 'ussd_sessions_ended_total',
    help: 'USSD sessions that ended, by gateway and reason: done, mistakes, hung-up or failed.',
    labelNames: ['gateway', 'reason'] as const,
    registers,
  });
  const screens = new Counter({
    name: 'ussd_screens_total',
    help: 'Screens of the menu that were shown, by screen and language.',
    labelNames: ['screen', 'language'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'ussd_answer_duration_seconds',
    help: 'How long a request of a USSD gateway took to answer, by gateway.',
    labelNames: ['gateway'] as const,
    buckets: BUCKETS,
    registers,
  });
  // A rate needs the zero before the first event.
  for (const gateway of gateways) {
    sessions.inc({ gateway }, 0);
    for (const reason of REASONS) ends.inc({ gateway, reason }, 0);
  }
  const ended: UssdMetrics['ended'] = (gateway, reason) => ends.inc({ gateway, reason });
  return {
    screen: ({ gateway, screen, language, isNew, endReason }) => {
      if (isNew) sessions.inc({ gateway });
      screens.inc({ screen, language });
      if (endReason) ended(gateway, endReason);
    },
    ended,
    answered: (gateway, taken) => seconds.observe({ gateway }, taken),
  };
}
