import { completeDirectorySignIn } from '@portal/contract/identity/directory-sign-in';
import { createHttpClient } from '../../platform/outside/http-client.ts';
import type { Platform } from '../../platform/platform.ts';
import { createDirectory, type Directory } from './create-directory.ts';

const TIMEOUT_MS = 5000;

/** Null where the operator has configured none. Asks nobody before the first sign-in. */
export function openDirectory({ config, publicUrl, clock, logger }: Platform): Directory | null {
  if (config.directory === null) return null;
  return createDirectory({
    settings: config.directory,
    redirectUri: new URL(completeDirectorySignIn.path, publicUrl).href,
    http: createHttpClient({
      timeoutMs: TIMEOUT_MS,
      log: (call) => logger.info(call, 'outside call'),
    }),
    clock,
  });
}
