import { saveSpeedTest } from '@portal/contract/network/speed-tests';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { now } from '../../../../shared/format/clock.ts';
import type { SpeedTestResult } from '../engine/speed-test-engine.ts';
import { wasBusy } from '../result-notes.ts';

export type FinishedSpeedTest = { readonly result: SpeedTestResult; readonly light: boolean };

/** Saves a result in the customer's history, with how it was measured. */
export function useSaveSpeedTest() {
  return useMutation({
    mutationFn: ({ result, light }: FinishedSpeedTest) => {
      const { downloadMbps, uploadMbps, pingMs, foreignServer, uploadCountedBy, session, trace } = result;
      return callEndpoint(saveSpeedTest, {
        body: {
          downloadSpeed: downloadMbps,
          uploadSpeed: uploadMbps,
          ping: pingMs,
          timestamp: now().toISOString(),
          how: { mode: light ? 'light' : 'full', foreignServer, uploadCountedBy, busy: wasBusy(result) },
          ...(session !== null && { session }),
          ...(trace !== null && { trace }),
        },
      });
    },
  });
}
