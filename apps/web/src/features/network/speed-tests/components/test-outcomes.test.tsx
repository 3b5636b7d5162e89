import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { FailedTest } from './failed-test.tsx';
import { type Readings, SpeedReadings } from './speed-readings.tsx';

const MEASURED = { pingMs: 14.4, downloadMbps: 96.04, uploadMbps: 48.27 };

/** The figures by their names, as they are read. */
function shown(readings: Readings): Record<string, string> {
  const html = renderToStaticMarkup(<SpeedReadings readings={readings} />);
  const words = (part: string | undefined) => (part ?? '').replace(/<[^>]+>/g, '').trim();
  return Object.fromEntries(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)].map(([, name, value]) => [words(name), words(value)]),
  );
}

describe('the figures of a test', () => {
  test('show jitter and loaded ping beside them, each as it was measured', () => {
    expect(shown({ ...MEASURED, jitterMs: 2.34, loadedPingMs: 87.6 })).toEqual({
      Ping: '14 ms',
      Download: '96.0 Mbps',
      Upload: '48.3 Mbps',
      Jitter: '2.3 ms',
      'Ping while busy': '88 ms',
    });
  });

  test('leave out what was not measured, and show a jitter of zero', () => {
    expect(Object.keys(shown({ ...MEASURED, jitterMs: null, loadedPingMs: null }))).toEqual([
      'Ping',
      'Download',
      'Upload',
    ]);
    expect(shown({ ...MEASURED, jitterMs: 0, loadedPingMs: null })).toMatchObject({ Jitter: '0.0 ms' });
  });
});

describe('a test without a number', () => {
  const failed = (usedBytes: number) =>
    renderToStaticMarkup(
      <FailedTest reason="unsteady" usedBytes={usedBytes} onRetry={() => {}} light={false} onLight={() => {}} />,
    );

  test('shows the data it used until it stopped', () => {
    expect(failed(23_400_000)).toContain('This test used about 23 MB until it stopped.');
    expect(failed(1)).toContain('about 1 MB');
  });

  test('shows no data where it has used none', () => {
    expect(failed(0)).toContain('The connection stalled during the test.');
    expect(failed(0)).not.toContain('until it stopped');
  });
});
