import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { refusal as authorityRefusal, registerAuthority } from './authority/authority.fake.ts';
import { Registrations } from './authority/registrations.ts';
import { CallLog } from './call-log.ts';
import { registerCheckout } from './checkout/checkout.routes.ts';
import { registerControl } from './control.routes.ts';
import { FaultBoard } from './faults.ts';
import { refusal as flutterwaveRefusal } from './gateways/flutterwave.answers.ts';
import { registerFlutterwave } from './gateways/flutterwave.fake.ts';
import { flutterwavePayloads } from './gateways/flutterwave.payloads.ts';
import { refusal as paystackRefusal } from './gateways/paystack.answers.ts';
import { mandateWebhook } from './gateways/paystack.direct-debit.ts';
import { registerPaystack } from './gateways/paystack.fake.ts';
import { paystackPayloads } from './gateways/paystack.payloads.ts';
import { refusal as quicktellerRefusal, registerQuickteller } from './gateways/quickteller.fake.ts';
import { quicktellerPayloads } from './gateways/quickteller.payloads.ts';
import type { RouteDependencies, VendorAnswer } from './gateways/vendor-route.ts';
import { WebhookDelivery } from './gateways/webhook-delivery.ts';
import { Ledger } from './ledger.ts';
import type { Mandate } from './mandate.ts';
import { Mandates } from './mandates.ts';
import type { Order } from './order.ts';
import { type SandboxHandle, sandboxHandle } from './sandbox-handle.ts';
import type { SandboxOptions, Vendor } from './sandbox-options.ts';
import { Scheduler } from './scheduler.ts';
import { Settlements } from './settlements.ts';
import { Store } from './store.ts';
import { registerBank } from './virtual-accounts/bank.routes.ts';
import { monnifyPayloads, refusal as monnifyRefusal, registerMonnify } from './virtual-accounts/monnify.fake.ts';
import { assignedWebhook } from './virtual-accounts/paystack.accounts.ts';
import { VirtualAccounts } from './virtual-accounts/virtual-accounts.ts';
import { PhoneNetwork } from './whatsapp/phone-network.ts';
import { registerTelephone, registerTelephoneControl } from './whatsapp/telephone.routes.ts';
import { registerWhatsAppFake, refusal as whatsAppRefusal } from './whatsapp/whatsapp.fake.ts';
import { WhatsAppWebhooks } from './whatsapp/whatsapp-webhooks.ts';

/**
 * Mounts the fakes for Paystack, Flutterwave and Quickteller, with their checkout pages, for the tax
 * authority and WhatsApp, with a telephone, and the control API below the app's prefix, all encapsulated. Restores the state of a former run from
 * `storeFile`; stops its timers and deliveries when the app closes. Never mount it in production:
 * anyone who can reach it decides every payment.
 */
export async function registerSandbox(app: FastifyInstance, options: SandboxOptions): Promise<SandboxHandle> {
  const { clock, newId, log, keys } = options;
  const delayedTransferMs = options.delayedTransferMs ?? 10_000;
  const scheduler = new Scheduler((error) => log.warn({ error }, 'sandbox: a delayed step failed'));
  const faults = new FaultBoard();
  const calls = new CallLog();
  const store = new Store(options.storeFile);
  const payloads = {
    paystack: paystackPayloads(keys.paystackSecretKey),
    flutterwave: flutterwavePayloads(keys.flutterwaveWebhookHash),
    quickteller: quicktellerPayloads(keys.interswitchWebhookSecret, keys.interswitchMerchantCode),
    monnify: monnifyPayloads(keys.monnifySecretKey),
  };
  const { webhookTarget: target, webhookRetryDelaysMs: retryDelaysMs } = options;
  const delivery = new WebhookDelivery({
    store,
    scheduler,
    faults,
    payloads,
    target,
    clock,
    newId,
    log,
    retryDelaysMs,
  });
  const announce = delivery.announce.bind(delivery);
  const refundMs = options.refundMs ?? 500;
  const directDebitMs = options.directDebitMs ?? 5000;
  const activationMs = options.mandateActivationMs ?? 30_000;
  const ledger = new Ledger({ store, scheduler, clock, newId, delayedTransferMs, directDebitMs, refundMs, announce });
  const mandates = new Mandates({
    store,
    scheduler,
    clock,
    newId,
    activationMs,
    announce: (event, mandate) => delivery.announceOther('paystack', mandate.reference, mandateWebhook(event, mandate)),
  });
  const mandateUrl = ({ code }: Mandate) => `${options.publicBase}/paystack/mandate/${code}`;
  const checkoutUrl = (order: Order) => `${options.publicBase}/${order.gateway}/checkout/${order.code}`;
  const registrations = new Registrations(store, clock);
  const settlements = new Settlements({ store, ledger, clock, isDaily: options.settlesDaily ?? false });
  const whatsAppTarget = () => target('whatsapp');
  const webhooks = new WhatsAppWebhooks({ scheduler, faults, clock, log, target: whatsAppTarget });
  const whatsApp = new PhoneNetwork({ webhooks, scheduler, clock, newId });
  const accounts = new VirtualAccounts({
    store,
    ledger,
    scheduler,
    clock,
    openMs: delayedTransferMs,
    announceOpened: (account) => delivery.announceOther('paystack', account.reference, assignedWebhook(account)),
  });
  const handle = sandboxHandle({
    accounts,
    registrations,
    mandates,
    mandateUrl,
    whatsApp,
    ledger,
    settlements,
    store,
    faults,
    calls,
    delivery,
    payloads,
    checkoutUrl,
    clock,
  });

  await app.register(async (scope) => {
    scope.addHook('preClose', async () => scheduler.stop());
    scope.addHook('onClose', async () => store.close());
    const routes = (gateway: Vendor): RouteDependencies => {
      return { gateway, faults, calls, clock, stopped: scheduler.stopped, onCall: options.onCall };
    };
    mount(
      scope,
      '/paystack',
      (status, text) => paystackRefusal(status, text, 'invalid_request'),
      (vendor) =>
        registerPaystack(vendor, routes('paystack'), {
          ledger,
          settlements,
          mandates,
          mandateUrl,
          accounts,
          secretKey: keys.paystackSecretKey,
          checkoutUrl,
        }),
    );
    mount(scope, '/flutterwave/v3', flutterwaveRefusal, (vendor) =>
      registerFlutterwave(vendor, routes('flutterwave'), {
        ledger,
        settlements,
        accounts,
        secretKey: keys.flutterwaveSecretKey,
        checkoutUrl,
      }),
    );
    mount(
      scope,
      '/quickteller',
      (status, text) => quicktellerRefusal(status, 'E32', text),
      (vendor) => {
        acceptForms(vendor);
        registerQuickteller(vendor, routes('quickteller'), { ledger, keys, checkoutUrl, clock });
      },
    );
    mount(scope, '/monnify', monnifyRefusal, (vendor) =>
      registerMonnify(vendor, routes('monnify'), { ledger, accounts, keys, clock }),
    );
    mount(scope, '/authority', authorityRefusal, (vendor) =>
      registerAuthority(vendor, routes('authority'), { registrations, clock, newId }),
    );
    mount(
      scope,
      '/whatsapp',
      (status, text) => whatsAppRefusal(status, 100, text),
      (vendor) =>
        registerWhatsAppFake(vendor, routes('whatsapp'), { network: whatsApp, newId, base: () => options.publicBase }),
    );
    const { merchantName, fontFolder = null } = options;
    await scope.register(async (pages) => {
      acceptForms(pages);
      registerTelephone(pages, whatsApp);
      registerCheckout(pages, {
        ledger,
        mandates,
        activationMs,
        payloads,
        merchantName,
        delayedTransferMs,
        fontFolder,
      });
    });
    await scope.register(async (bank) => registerBank(bank, handle), { prefix: '/bank' });
    await scope.register(
      async (control) => {
        registerControl(control, handle);
        registerTelephoneControl(control, whatsApp);
      },
      { prefix: '/control' },
    );
  });

  ledger.resume();
  mandates.resume();
  accounts.resume();
  delivery.resume();
  return handle;
}

type Refuse = (status: number, message: string) => VendorAnswer;

/** Only where a form is expected: forms of foreign web pages must not reach the control API. */
function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, { ...parse(String(body)) }),
  );
}

/**
 * One vendor below its path, where even unparsable requests are refused in the vendor's own format.
 */
function mount(
  scope: FastifyInstance,
  prefix: string,
  refuse: Refuse,
  register: (vendor: FastifyInstance) => void,
): void {
  scope.register(
    async (vendor) => {
      vendor.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
        const { status, body } = refuse(error.statusCode ?? 500, error.message);
        return reply.code(status).send(body);
      });
      register(vendor);
    },
    { prefix },
  );
}
