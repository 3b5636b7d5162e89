import { saveSpeedTest } from '@portal/contract/speed-test';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../shared/api/call-endpoint.ts';
import { now } from '../../../shared/format/clock.ts';

export type SpeedFigures = { readonly downloadMbps: number; readonly uploadMbps: number; readonly pingMs: number };

/** Keeps a result in the customer's history. */
export function useSaveSpeedTest() {
  return useMutation({
    mutationFn: ({ downloadMbps, uploadMbps, pingMs }: SpeedFigures) =>
      callEndpoint(saveSpeedTest, {
        body: {
          downloadSpeed: downloadMbps,
          uploadSpeed: uploadMbps,
          ping: pingMs,
          timestamp: now().toISOString(),
        },
      }),
  });
}
