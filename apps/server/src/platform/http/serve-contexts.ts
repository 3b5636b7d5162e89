import { brand } from '@portal/brand';
import { presentVatExtra } from '@portal/kernel/billing/vat';
import { isAroundTheClock } from '@portal/kernel/support/support-hours';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Platform } from '../platform.ts';
import { publishedBrand } from '../settings/published-brand.ts';
import { createVatRules } from '../settings/vat-rules.ts';
import { type AccountViews, readViewToken, viewCookie, viewCookieHeader } from './authorisation/account-view.ts';
import { createViewGuard } from './authorisation/guard-account-views.ts';
import {
  type FindFirstLine,
  lineOf,
  readSessionToken,
  type SessionScope,
  type Viewer,
  type ViewerAccount,
} from './authorisation/session-cookie.ts';
import type { RecordRefusal } from './authorisation/staff-permission.ts';
import { acceptFiles } from './bodies/file-body.ts';
import { acceptJsonOnly, acceptRawBody } from './bodies/json-body.ts';
import { refuseOtherMethods } from './contract/other-methods.ts';
import { createRoutes, type FindKeyViewer, type IsMerged } from './contract/route-from-contract.ts';
import { registerOriginCheck } from './origin-check.ts';
import type { Answers, SiteFacts } from './pages/anonymous-pages.ts';
import { registerPages } from './pages/page.routes.ts';
import { findStoredAsset } from './pages/stored-assets.ts';
import { createPortalServer, registerNotFound } from './portal-server.ts';
import { refuseWritesOnFullDisk } from './refuse-writes-on-full-disk.ts';
import { registerSecurityHeaders } from './security-headers.ts';

type FindViewer = (request: Pick<FastifyRequest, 'headers' | 'raw'>, scope?: SessionScope) => Promise<Viewer | null>;

/** Two ways to look a session up (identity/sessions/create-sessions.ts). */
type FindViewers = { readonly findViewer: FindViewer; readonly findLastViewer: FindViewer };

/** Names in the log lines of a request whose API key it carries. */
function namingKey(findKeyViewer: FindKeyViewer): FindKeyViewer {
  return async (key, request) => {
    const viewer = await findKeyViewer(key, request);
    if (viewer) Object.assign(request.raw, { actor: 'api-key', apiKey: viewer.key });
    return viewer;
  };
}

/** Every context adds its preloaded queries to the overview. */
function overviewOf(contexts: readonly Context[], findFirstLine: FindFirstLine) {
  return async (account: ViewerAccount): Promise<Answers> => {
    const line = await lineOf(account, findFirstLine);
    const reads = contexts.flatMap(({ readOverview }) => (readOverview ? [readOverview(account, line)] : []));
    const answers = await Promise.all(reads);
    return Object.assign({}, ...answers);
  };
}

/** What every page says of this installation now. */
function factsOf(platform: Platform, contexts: readonly Context[]): SiteFacts {
  const { config, settings } = platform;
  const support = settings.get('support');
  return {
    demo: config.demoData,
    speedTestOrigin: config.speedTestOrigin,
    vatExtra: false,
    ...presentVatExtra(createVatRules(platform).addedVat()),
    ...(config.directory && { directory: true as const }),
    ...(config.ussd && { ussdCode: config.ussd.code }),
    ...(support !== settings.initial('support') && { support }),
    ...(!isAroundTheClock(support) && { officeHours: true as const }),
    ...(settings.get('quick-pay').isOn === 'off' && { quickPayOff: true as const }),
    ...Object.assign({}, ...contexts.map(({ facts }) => facts?.())),
  };
}

/** The website around the API: prerendered pages for visitors, the shell for everybody else. */
function servePages(
  scope: FastifyInstance,
  platform: Platform,
  contexts: readonly Context[],
  {
    findViewer,
    accountViews,
    findFirstLine,
  }: { readonly findViewer: FindViewer; readonly accountViews: AccountViews; readonly findFirstLine: FindFirstLine },
) {
  const { site, database, cookie, publicUrl, logger, settings } = platform;
  if (!site) return;
  registerPages(scope, {
    site,
    findStoredAsset: (path) => findStoredAsset(database, path),
    facts: () => factsOf(platform, contexts),
    publicUrl,
    log: logger,
    hasSessionCookie: (request) => readSessionToken(request.headers.cookie, cookie) !== null,
    findViewer,
    findView: async ({ headers }) => {
      const token = readViewToken(headers.cookie, viewCookie(cookie));
      return token === null ? null : accountViews.findView(token);
    },
    recordPage: accountViews.recordPage,
    endViewCookie: viewCookieHeader(viewCookie(cookie), null, 0),
    isStaffIp: platform.isStaffIp,
    readBrand: () => publishedBrand(brand, settings),
    cached: Object.assign({}, ...contexts.map(({ pages }) => pages)),
    readOverview: overviewOf(contexts, findFirstLine),
  });
}

/**
 * The server with all calls of the contexts, in written order, and the website. Throws when the
 * contract has an entry without a route. Three scopes inside each other: bodies as bytes, then
 * files with the check of the origin, then JSON.
 */
export async function serveContexts(
  platform: Platform,
  contexts: readonly Context[],
  {
    sessions,
    accountViews,
    findKeyViewer,
    findFirstLine,
    isMerged,
    recordRefusal,
  }: {
    readonly sessions: FindViewers;
    readonly accountViews: AccountViews;
    readonly findKeyViewer: FindKeyViewer;
    readonly findFirstLine: FindFirstLine;
    readonly isMerged: IsMerged;
    readonly recordRefusal: RecordRefusal;
  },
): Promise<FastifyInstance> {
  const { findViewer, findLastViewer } = sessions;
  const { config, publicUrl, site, limiters, isStaffIp, jobs, drain, reports } = platform;
  const https = publicUrl.protocol === 'https:';
  const app = createPortalServer({
    https,
    log: platform.logger,
    noteAnswer: platform.securityEvents.note,
    trustedProxies: config.trustedProxies,
    metricsRegistry: platform.metricsRegistry,
    tracer: platform.tracer,
  });
  registerSecurityHeaders(app, {
    https,
    styleHashes: site?.styleHashes ?? [],
    connectOrigins: config.speedTestOrigin ? [new URL(config.speedTestOrigin).origin] : [],
  });
  // A connection that is kept open would be used again after the last request is accepted.
  app.addHook('onRequest', (_request, reply, done) => {
    if (drain.isOn()) reply.header('connection', 'close');
    done();
  });
  refuseOtherMethods(app);
  refuseWritesOnFullDisk(app, platform.isDiskFull);
  app.register(async (raw) => {
    acceptRawBody(raw);
    raw.register(async (files) => {
      acceptFiles(files);
      registerOriginCheck(files, publicUrl.origin);
      files.register(async (scope) => {
        acceptJsonOnly(scope);
        const routes = createRoutes({
          app: scope,
          limiters,
          findViewer,
          findLastViewer,
          findKeyViewer: namingKey(findKeyViewer),
          viewGuard: createViewGuard({
            views: accountViews,
            session: platform.cookie,
            isStaffIp,
            origin: publicUrl.origin,
          }),
          findFirstLine,
          isMerged,
          isStaffIp,
          recordRefusal,
          staffWrote: reports.staffWrote,
        });
        for (const context of contexts) context.routes?.(routes, { raw, files });
        routes.complete();
        servePages(scope, platform, contexts, { findViewer, accountViews, findFirstLine });
      });
    });
  });
  for (const context of contexts) context.mount?.(app);
  registerNotFound(app);
  // Aborted while the last requests are answered, and awaited afterwards.
  app.addHook('preClose', async () => void jobs.stop());
  for (const { close } of contexts) if (close) app.addHook('onClose', async () => close());
  app.addHook('onClose', jobs.stop);
  await app.ready();
  return app;
}
