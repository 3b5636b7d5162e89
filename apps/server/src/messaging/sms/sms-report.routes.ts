import { receiveSmsReport as reportEntry } from '@portal/contract/messaging/notices';
import type { FastifyInstance } from 'fastify';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import type { SmsReports } from './receive-sms-report.ts';

export type SmsReportDeps = {
  readonly receive: SmsReports['receive'];
  /** Parses no body: signatures are over the raw bytes. */
  readonly rawScope: FastifyInstance;
};

/**
 * Delivery reports of the SMS providers. Every authenticated report is acknowledged, whatever it is
 * about: providers repeat anything else for days.
 */
export function registerSmsReports(routes: Routes, deps: SmsReportDeps): void {
  routes.serve(
    reportEntry,
    async ({ params, query, request }) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['x-termii-signature'];
      await deps.receive(params.provider, { rawBody, signature, token: query.token });
      return { success: true as const };
    },
    { limit: null, scope: deps.rawScope },
  );
}
