import { join, matchesGlob } from 'node:path';
import { defaultExclude, defineConfig } from 'vitest/config';
import { FileTimesReporter } from './tools/run/file-times.reporter.ts';

const everywhere = {
  setupFiles: ['tools/run/quiet-and-offline.setup.ts'],
  // The files of a worker share what they load, as a portal does: loading it for each alone would
  // take most of the time.
  isolate: false,
  // A shared machine may be slow; what hangs is found all the same.
  testTimeout: 20_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 20_000 } },
};

/**
 * They start databases and other programs, build the site, or try thousands of combinations: seconds
 * of processor time each. `npm test` leaves them to `npm run test:long`; by hand, vitest runs all.
 */
const LONG = [
  'apps/server/src/billing/auto-pay/auto-pay-outcomes.test.ts',
  'apps/server/src/billing/auto-pay/one-attempt-a-day.test.ts',
  'apps/server/src/billing/auto-pay/auto-pay.test.ts',
  'apps/server/src/billing/auto-pay/unwanted-charges.test.ts',
  'apps/server/src/billing/bank/bank.test.ts',
  'apps/server/src/billing/companies/companies.test.ts',
  'apps/server/src/billing/companies/companies-of-large-sums.test.ts',
  'apps/server/src/billing/companies/companies-of-many-lines.test.ts',
  'apps/server/src/billing/invoices/e-invoices/e-invoice-desk.test.ts',
  'apps/server/src/billing/invoices/e-invoices/register-e-invoices.test.ts',
  'apps/server/src/billing/lines/accounts-of-many-lines.test.ts',
  'apps/server/src/billing/incoming-transfers/many-notices.test.ts',
  'apps/server/src/billing/mandates/mandate-charges.test.ts',
  'apps/server/src/billing/mandates/mandates.test.ts',
  'apps/server/src/billing/owner-changes/owner-changes.test.ts',
  'apps/server/src/billing/payment-promises/payment-promises.test.ts',
  'apps/server/src/billing/payments/initialize-payment.test.ts',
  'apps/server/src/billing/vouchers/vouchers.test.ts',
  'apps/server/src/channels/sms-menu/sms-menu.test.ts',
  'apps/server/src/channels/ussd/ussd.test.ts',
  'apps/server/src/channels/whatsapp/menu/whatsapp-menu.test.ts',
  'apps/server/src/console/account-merges/account-merges.test.ts',
  'apps/server/src/console/archive/archive.test.ts',
  'apps/server/src/console/collections/collection-plans.test.ts',
  'apps/server/src/console/collections/collections.test.ts',
  'apps/server/src/console/exports/workbook/workbook-in-libre-office.test.ts',
  'apps/server/src/console/imports/files-of-spreadsheets.test.ts',
  'apps/server/src/console/imports/phpnuxbill/phpnuxbill-mariadb.test.ts',
  'apps/server/src/identity/directory-sign-in/directory-sign-in.test.ts',
  'apps/server/src/identity/phone-verification/phone-code-delivery.test.ts',
  'apps/server/src/identity/phone-verification/phone-code-guessing.test.ts',
  'apps/server/src/identity/phone-verification/send-phone-code.test.ts',
  'apps/server/src/network/addresses/addresses.test.ts',
  'apps/server/src/network/outage-credits/outages.test.ts',
  'apps/server/src/network/sessions/session-plans.test.ts',
  'apps/server/src/network/speed-tests/speed-test-flood.test.ts',
  'apps/server/src/network/speed-tests/speed-test.test.ts',
  'apps/server/src/platform/database/embedded/run-identity.test.ts',
  'apps/server/src/platform/database/embedded/start-embedded-postgres.test.ts',
  'apps/server/src/platform/database/partitions/partitions.test.ts',
  'apps/server/src/platform/events/redis-relay.test.ts',
  'apps/server/src/platform/events/socket-end.test.ts',
  'apps/server/src/platform/trace/open-telemetry.test.ts',
  'apps/server/src/support/chat/agents/staff-chat.test.ts',
  'apps/server/src/support/chat/sockets/two-instances.test.ts',
  'apps/server/src/support/inbound-mail/mails-under-faults.test.ts',
  'apps/server/src/testing/api-doc.test.ts',
  'apps/server/src/testing/every-amount.test.ts',
  'apps/server/src/testing/freeradius.test.ts',
  'apps/server/src/testing/generated-clients.test.ts',
  'apps/server/src/testing/month-of-payments/month-of-payments.test.ts',
  'apps/server/src/testing/query-plans/query-plans-of-ways-to-pay.test.ts',
  'apps/web/build/second-brand.test.ts',
  'tools/check/rules.test.ts',
  'tools/dashboards/monitoring.test.ts',
  'tools/run/prepare.test.ts',
];
/** They take up to minutes: `npm run test:full` has them, and by hand. */
const LONGEST = [
  'apps/server/src/billing/bank/planted-thefts.test.ts',
  'apps/server/src/billing/gateway-settlements/settlement-findings.test.ts',
  'apps/server/src/billing/invoices/e-invoices/registered-once.test.ts',
  'apps/server/src/support/inbound-mail/many-mails-under-faults.test.ts',
];
const part = process.env.TEST_PART;
const exclude = part === 'short' ? [...defaultExclude, ...LONG, ...LONGEST] : defaultExclude;
const includes = (patterns: string[]): string[] =>
  part === 'long' ? LONG.filter((file) => patterns.some((pattern) => matchesGlob(file, pattern))) : patterns;

/** Where a whole run (tools/run/test.ts) wants its counts and times. */
const reports = process.env.TEST_REPORTS;

export default defineConfig({
  test: {
    // On two cores the third and fourth work while others wait for their database, or for a program to
    // start.
    maxWorkers: 4,
    reporters:
      reports === undefined
        ? ['default']
        : ['default', 'json', new FileTimesReporter(join(reports, 'vitest-times.json'))],
    ...(reports === undefined ? {} : { outputFile: { json: join(reports, 'vitest.json') } }),
    projects: [
      {
        test: {
          name: 'unit',
          include: includes([
            '{packages,brand,tools,bench}/**/*.test.ts',
            'apps/{sandbox,speedtest,web}/**/*.test.{ts,tsx}',
          ]),
          exclude,
          ...everywhere,
        },
      },
      {
        test: {
          name: 'database',
          include: includes(['apps/{cli,server}/**/*.test.ts']),
          exclude,
          ...everywhere,
          globalSetup: 'apps/server/src/platform/database/testing/test-server.setup.ts',
          provide: { testDatabaseUrl: process.env.TEST_DATABASE_URL ?? '' },
        },
      },
    ],
  },
});
