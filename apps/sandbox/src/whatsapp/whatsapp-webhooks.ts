import { createHmac } from 'node:crypto';
import type { FaultBoard } from '../faults.ts';
import { SANDBOX_WHATSAPP, type SandboxLog } from '../sandbox-options.ts';
import type { Scheduler } from '../scheduler.ts';

const RETRY_DELAYS_MS = [200, 500, 1000, 2000, 5000];
const ANSWER_TIMEOUT_MS = 30_000;

interface Dependencies {
  readonly scheduler: Scheduler;
  readonly faults: FaultBoard;
  readonly clock: () => Date;
  readonly log: SandboxLog;
  /** The address of the portal's webhook. */
  readonly target: () => string;
}

/** Reports to the portal as WhatsApp does: signed, with escaped letters, and again until it answers 200. */
export class WhatsAppWebhooks {
  readonly #deps: Dependencies;
  #underWay = 0;
  #onQuiet: (() => void)[] = [];

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Sends a webhook with these changes, under the active fault of webhooks about a number or a template. */
  report(
    changes: readonly object[],
    {
      about,
      copies,
      forged = false,
    }: { readonly about: string; readonly copies?: number | undefined; readonly forged?: boolean },
  ): void {
    const time = Math.floor(this.#deps.clock().getTime() / 1000);
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: SANDBOX_WHATSAPP.businessAccountId, time, changes }],
    }).replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const fault = this.#deps.faults.take('whatsapp', 'webhook', about);
    if (fault?.mode === 'lose') return;
    const times = fault?.mode === 'duplicate' ? (fault.copies ?? 5) : (copies ?? 1);
    const delay = fault?.mode === 'hang' || fault?.mode === 'shuffle' ? (fault.delayMs ?? 250) : 0;
    for (let copy = 0; copy < times; copy++) {
      this.begin();
      this.#deps.scheduler.in(delay, () => this.#deliver(body, forged || fault?.mode === 'forge', 0));
    }
  }

  /** Something will be reported. */
  begin(): void {
    this.#underWay += 1;
  }

  /** It was reported, or never will be. */
  end(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) for (const resolve of this.#onQuiet.splice(0)) resolve();
  }

  /** Resolves when all that was to be reported has been taken or given up. */
  settled(): Promise<void> {
    return this.#underWay === 0 ? Promise.resolve() : new Promise((resolve) => this.#onQuiet.push(resolve));
  }

  async #deliver(body: string, forged: boolean, tries: number): Promise<void> {
    const { scheduler, log } = this.#deps;
    const secret = forged ? 'somebody else’s secret' : SANDBOX_WHATSAPP.appSecrets[0];
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const status = await this.#post(body, signature);
    if (scheduler.stopped.aborted) return;
    const delay = RETRY_DELAYS_MS[tries];
    if (status === 200 || forged || delay === undefined) return this.end();
    log.info({ status, delay }, 'webhook of WhatsApp comes again');
    scheduler.in(delay, () => this.#deliver(body, forged, tries + 1));
  }

  async #post(body: string, signature: string): Promise<number | null> {
    try {
      const response = await fetch(this.#deps.target(), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#deps.scheduler.stopped, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }
}
