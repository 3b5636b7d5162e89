import type { FastifyInstance } from 'fastify';
import type { Handler } from './events/domain-events.ts';
import type { Answers } from './http/pages/anonymous-pages.ts';
import type { CachedContent } from './http/pages/cached-page.ts';
import type { Routes } from './http/route-from-contract.ts';
import type { Job } from './jobs/job-runner.ts';

/** Where calls are served whose bodies are not JSON. */
export type BodyScopes = {
  /** Bodies as bytes, for those who sign them. */
  readonly raw: FastifyInstance;
  /** Files, with the check of the origin. */
  readonly files: FastifyInstance;
};

/** What every context gives to the composition (app.ts); each has functions of its own beside it. */
export type Context = {
  /** Serves the context's calls of the contract. */
  readonly routes?: (routes: Routes, scopes: BodyScopes) => void;
  /** Mounts what is not in the contract: sockets, the speed test's protocol. */
  readonly mount?: (app: FastifyInstance) => void;
  readonly jobs?: readonly Job[];
  /** What it does when an earlier context publishes an event. */
  readonly handlers?: readonly Handler[];
  /** By page: what its content is made of while the portal runs. */
  readonly pages?: Readonly<Record<string, CachedContent>>;
  /** What the overview of a customer starts with: answers of the API, by address. */
  readonly readOverview?: (userId: number) => Promise<Answers>;
  readonly close?: () => void | Promise<void>;
};
