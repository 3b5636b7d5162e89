import {
  type Changeable,
  type ChangedEvent,
  LIVE_SOCKET,
  type RecentEvent,
} from '@portal/contract/platform/live-updates';
import type { Environment } from './environment.ts';
import { LiveLink, type LiveLinkOptions } from './live-link.ts';
import { createCatchUp } from './missed-changes.ts';

export type TabListeners = {
  /** Staff, or the customer elsewhere, have changed something that pages may show. */
  readonly onChanged: (what: Changeable) => void;
  /** The connection is open, `again` after a loss: changes in between were not announced. */
  readonly onConnected: (again: boolean) => void;
  /**
   * The server says that the session has ended; it may have been replaced by a new one (then call
   * `renew`).
   */
  readonly onSignedOut: () => void;
};

/** A chat's use of the tab's one socket. */
export type ChatConnection = {
  /** False when there is no connection; the frame is gone then. */
  readonly send: (frame: object) => boolean;
  /** Reconnects a socket that was closed for newer windows, or that waits for its next attempt. */
  readonly connectNow: () => void;
  readonly leave: () => void;
};

/** A page with a chat knows of it this soon: then it needs no other socket before. */
const LIVE_AFTER_MS = 500;

/**
 * The one socket of this tab: /ws/live, or while the customer has a chat that chat's socket, which
 * carries changes too. Without listeners and without a chat there is none.
 */
export class TabSocket {
  readonly #environment: Environment;
  #listeners: TabListeners | null = null;
  #chat: LiveLinkOptions | null = null;
  #link: LiveLink | null = null;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #connectedBefore = false;
  #catchUp: ReturnType<typeof createCatchUp> | null = null;

  constructor(around: Environment) {
    this.#environment = around;
  }

  /**
   * `readAt` is the earliest time at which the page's data may have been read, in milliseconds of
   * the wall clock: later changes are reported.
   */
  start(listeners: TabListeners, readAt: number): void {
    this.#listeners = listeners;
    this.#catchUp = createCatchUp(readAt, this.#environment.now);
    if (!this.#chat) this.#open();
  }

  stop(): void {
    this.#listeners = null;
    this.#chat = null;
    this.#connectedBefore = false;
    this.#open();
  }

  /** Reconnects, after the session has been replaced. */
  renew(): void {
    this.#open();
  }

  /** Uses the socket for a chat, in place of any other. */
  join(chat: LiveLinkOptions): ChatConnection {
    this.#chat = chat;
    this.#open();
    const whileSeated = <T>(act: () => T): T | undefined => (this.#chat === chat ? act() : undefined);
    return {
      send: (frame) => whileSeated(() => this.#link?.send(frame)) ?? false,
      connectNow: () => whileSeated(() => this.#link?.connectNow()),
      leave: () => whileSeated(() => this.#leave()),
    };
  }

  #leave(): void {
    this.#chat = null;
    this.#open();
  }

  #open(): void {
    clearTimeout(this.#soon);
    this.#link?.close();
    this.#link = null;
    if (this.#chat) this.#link = this.#connect(this.#chat);
    else if (this.#listeners) this.#soon = setTimeout(() => this.#openLive(), LIVE_AFTER_MS);
  }

  #openLive(): void {
    this.#link = this.#connect({ address: () => LIVE_SOCKET, onEvent: () => {} });
  }

  #connect(options: LiveLinkOptions): LiveLink {
    return new LiveLink(
      {
        ...options,
        onEvent: (event) => {
          if (isOf<ChangedEvent>(event, 'changed')) this.#listeners?.onChanged(event.what);
          else if (isOf<RecentEvent>(event, 'recent')) this.#hearRecent(event);
          else options.onEvent(event);
        },
        onOnline: (online) => {
          options.onOnline?.(online);
          if (online) this.#connected();
        },
        onEnd: (why) => {
          if (why === 'ended') this.#leave();
          if (why === 'signed-out') this.#listeners?.onSignedOut();
          options.onEnd?.(why);
        },
      },
      this.#environment,
    );
  }

  #connected(): void {
    this.#listeners?.onConnected(this.#connectedBefore);
    this.#connectedBefore = true;
  }

  #hearRecent(recent: RecentEvent): void {
    for (const what of this.#catchUp?.(recent) ?? []) this.#listeners?.onChanged(what);
  }
}

/** The server is ours, so its event is not validated. */
function isOf<E extends { readonly type: string }>(event: unknown, type: E['type']): event is E {
  return typeof event === 'object' && event !== null && 'type' in event && event.type === type;
}
