import type { FastifyBaseLogger } from 'fastify';
import type { CorrectionDependencies } from '../corrections/correction-dependencies.ts';
import type { CodeLimits } from '../phone-verification/phone-verification.policy.ts';
import type { AccountLinks } from '../recovery/create-account-links.ts';
import type { ReadSignInHelpDeps } from './read-sign-in-help.ts';

export type SignInHelpDeps = ReadSignInHelpDeps & {
  readonly corrections: CorrectionDependencies;
  readonly links: AccountLinks;
  readonly codeLimits: CodeLimits;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
};
