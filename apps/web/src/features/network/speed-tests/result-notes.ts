import { phrase, type Values } from '../../../shared/i18n/translate.ts';
import type { SpeedTestResult } from './engine/speed-test-engine.ts';

/** A note and the figures in it. */
export type ResultNote = { readonly text: string; readonly values?: Values };

/** Beyond this a browser on an ordinary device is the limit more often than the line. Mbps. */
const BROWSER_LIMIT_MBPS = 300;
/** The measuring ran so late that its bins are smeared. */
const MUCH_LAG_MS = 100;
/** Pings on a cable differ by less; Wi-Fi does this. */
const MUCH_JITTER_MS = 10;
const SHORT_OF_PLAN = 0.8;

/** Whether the device itself was too busy to measure well. */
export function wasBusy({ lagMs }: Pick<SpeedTestResult, 'lagMs'>): boolean {
  return lagMs > MUCH_LAG_MS;
}

/** Notes that the figures need to be honest. `planMbps` is null where no plan is known. */
export function notesOf(
  result: SpeedTestResult,
  context: { readonly light: boolean; readonly planMbps: number | null },
): ResultNote[] {
  const { downloadMbps, jitterMs, foreignServer } = result;
  const { light, planMbps } = context;
  const notes: ResultNote[] = [];
  const add = (applies: boolean, text: string, values: Values = {}) => applies && notes.push({ text, values });
  add(
    foreignServer !== null,
    phrase(
      'Measured against {server}, which is not our own server. Its upload was counted in the browser and is less exact: it can read too high.',
    ),
    { server: foreignServer ?? '' },
  );
  add(light, phrase('Measured with less data: less exact than the full test.'));
  add(
    wasBusy(result),
    phrase(
      'This device was busy during the test: the figures can be too low or too high. Close other programs and test again.',
    ),
  );
  add(
    (jitterMs ?? 0) > MUCH_JITTER_MS,
    phrase(
      'Pings came unevenly, as they do over Wi-Fi. Test again by cable or nearer to the router to see the line itself.',
    ),
  );
  add(
    planMbps !== null && downloadMbps < SHORT_OF_PLAN * planMbps,
    phrase(
      'Your plan carries up to {speed} Mbps. Wi-Fi or this device is often the limit: test again by cable, with nothing else running.',
    ),
    { speed: planMbps ?? 0 },
  );
  add(
    downloadMbps > BROWSER_LIMIT_MBPS,
    phrase('At this speed the browser and the device can be the limit: read it as at least this much.'),
  );
  return notes;
}
