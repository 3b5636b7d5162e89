import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isRecord } from '../gateways/vendor-route.ts';
import type { GatewayPayloads } from '../gateways/webhook-delivery.ts';
import type { Ledger } from '../ledger.ts';
import { MANDATE_OUTCOMES, type Mandate } from '../mandate.ts';
import type { Mandates } from '../mandates.ts';
import { canBeDecided, decidingAttempt, type Order, OUTCOMES, type Outcome } from '../order.ts';
import { CHECKOUTS, type Gateway } from '../sandbox-options.ts';
import { checkoutPage, checkoutProblem } from './checkout-page.ts';
import { checkoutStyle, FONT_FILES, styleSource } from './checkout-style.ts';
import { mandatePage } from './mandate-page.ts';

export interface CheckoutDependencies {
  readonly ledger: Ledger;
  readonly mandates: Mandates;
  readonly activationMs: number;
  readonly payloads: Readonly<Record<Gateway, GatewayPayloads>>;
  readonly merchantName: string;
  readonly delayedTransferMs: number;
  readonly fontFolder: string | null;
}

/** The hosted pages of the three gateways, and their fonts. */
export function registerCheckout(scope: FastifyInstance, deps: CheckoutDependencies): void {
  const fonts = deps.fontFolder === null ? new Map<string, Buffer>() : readFonts(deps.fontFolder);
  for (const [file, font] of fonts) {
    scope.get(`/fonts/${file}`, (_request, reply) =>
      reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(font),
    );
  }
  const style = checkoutStyle(fonts.size === 0 ? null : '../../fonts');
  for (const gateway of CHECKOUTS) registerPage(scope, deps, gateway, style);
  registerMandatePage(scope, deps, style);
}

function registerPage(scope: FastifyInstance, deps: CheckoutDependencies, gateway: Gateway, style: string): void {
  const { ledger, payloads } = deps;
  const url = `/${gateway}/checkout/:code`;
  const missing = (reply: FastifyReply) =>
    html(reply.code(404), style, null).send(
      checkoutProblem(style, 'Payment not found', 'This payment page does not exist. Start again at the shop.'),
    );
  const returnUrl = (order: Order) => payloads[gateway].returnUrl({ order, attempt: decidingAttempt(order) });
  const page = (reply: FastifyReply, order: Order) =>
    html(reply, style, order).send(checkoutPage({ ...deps, order, style, returnUrl: returnUrl(order) }));

  scope.get<{ Params: { code: string } }>(url, { exposeHeadRoute: false }, (request, reply) => {
    const order = ledger.findByCode(gateway, request.params.code);
    return order ? page(reply, order) : missing(reply);
  });

  scope.post<{ Params: { code: string } }>(url, (request, reply) => {
    const order = ledger.findByCode(gateway, request.params.code);
    if (!order) return missing(reply);
    const outcome = outcomeOf(request.body);
    if (!outcome) {
      const text = `Choose one of ${OUTCOMES.join(', ')}.`;
      return html(reply.code(400), style, null).send(checkoutProblem(style, 'Unknown choice', text));
    }
    if (!canBeDecided(order)) return page(reply, order);
    const decided = ledger.decide(order, outcome);
    // Leaving after a declined attempt is reported as leaving, not as that attempt.
    const attempt = outcome === 'abandon' ? null : (decided.attempts.at(-1) ?? null);
    const address = payloads[gateway].returnUrl({ order: decided, attempt });
    return address === null ? page(reply, decided) : reply.header('cache-control', 'no-store').redirect(address, 303);
  });
}

function registerMandatePage(scope: FastifyInstance, deps: CheckoutDependencies, style: string): void {
  const { mandates } = deps;
  const url = '/paystack/mandate/:code';
  const missing = (reply: FastifyReply) =>
    html(reply.code(404), style, null).send(
      checkoutProblem(style, 'Mandate not found', 'This page does not exist. Start again at the shop.'),
    );
  const page = (reply: FastifyReply, mandate: Mandate) =>
    html(reply, style, { callbackUrl: mandate.callbackUrl, cancelUrl: null }).send(
      mandatePage({ ...deps, mandate, style }),
    );

  scope.get<{ Params: { code: string } }>(url, { exposeHeadRoute: false }, (request, reply) => {
    const mandate = mandates.findByCode(request.params.code);
    return mandate ? page(reply, mandate) : missing(reply);
  });

  scope.post<{ Params: { code: string } }>(url, (request, reply) => {
    const mandate = mandates.findByCode(request.params.code);
    if (!mandate) return missing(reply);
    const wanted = isRecord(request.body) ? request.body.outcome : null;
    const outcome = MANDATE_OUTCOMES.find((each) => each === wanted);
    if (!outcome) {
      const text = `Choose one of ${MANDATE_OUTCOMES.join(', ')}.`;
      return html(reply.code(400), style, null).send(checkoutProblem(style, 'Unknown choice', text));
    }
    const decided = mandates.decide(mandate, outcome);
    return decided.callbackUrl === null
      ? page(reply, decided)
      : reply.header('cache-control', 'no-store').redirect(decided.callbackUrl, 303);
  });
}

function outcomeOf(body: unknown): Outcome | null {
  const wanted = isRecord(body) ? body.outcome : null;
  return OUTCOMES.find((outcome) => outcome === wanted) ?? null;
}

/**
 * Only this page's own style and fonts may load; the form may be submitted to the merchant, like
 * the redirect after it.
 */
function html(
  reply: FastifyReply,
  style: string,
  order: Pick<Order, 'callbackUrl' | 'cancelUrl'> | null,
): FastifyReply {
  const merchant = [order?.callbackUrl, order?.cancelUrl].flatMap((url) => (url ? [new URL(url).origin] : []));
  const policy = [
    "default-src 'none'",
    `style-src ${styleSource(style)}`,
    "font-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...new Set(merchant)].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy.join('; '))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff');
}

/**
 * The fonts of the folder, or none of them: a request for a missing font would fill the console
 * with errors.
 */
function readFonts(folder: string): ReadonlyMap<string, Buffer> {
  const paths = FONT_FILES.map((file) => join(folder, file));
  return paths.every(existsSync) ? new Map(paths.map((path) => [basename(path), readFileSync(path)])) : new Map();
}
