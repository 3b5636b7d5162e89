import type { FastifyInstance } from 'fastify';
import type { Handler } from './events/domain-events.ts';
import type { Line, ViewerAccount } from './http/authorisation/session-cookie.ts';
import type { Routes } from './http/contract/route-from-contract.ts';
import type { Answers, SiteFacts } from './http/pages/anonymous-pages.ts';
import type { CachedContent } from './http/pages/cached-page.ts';
import type { Job } from './jobs/job-runner.ts';

/** The scopes for calls whose bodies are not JSON. */
export type BodyScopes = {
  /** Raw bodies, for signatures. */
  readonly raw: FastifyInstance;
  /** File uploads, with the origin check. */
  readonly files: FastifyInstance;
};

/** What every context returns to the composition root (app.ts), besides functions of its own. */
export type Context = {
  /** Registers the routes of the context's contract entries. */
  readonly routes?: (routes: Routes, scopes: BodyScopes) => void;
  /** Registers what is not in the contract: sockets, the speed test's protocol. */
  readonly mount?: (app: FastifyInstance) => void;
  readonly jobs?: readonly Job[];
  /** Its handlers of events from earlier contexts. */
  readonly handlers?: readonly Handler[];
  /** By page: its content, rendered while the portal runs. */
  readonly pages?: Readonly<Record<string, CachedContent>>;
  /** What every page says of this installation now. */
  readonly facts?: () => Partial<SiteFacts>;
  /** The preloaded queries of the overview of a customer's first line: answers of the API, by address. */
  readonly readOverview?: (account: ViewerAccount, line: Line) => Promise<Answers>;
  readonly close?: () => void | Promise<void>;
};
