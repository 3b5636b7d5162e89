import { now } from '../format/clock.ts';

/** The part of a WebSocket that is used. */
export type SocketLike = Pick<WebSocket, 'readyState' | 'onopen' | 'onmessage' | 'onclose' | 'send' | 'close'>;

/**
 * `shown`: the page is visible again; `left` and `back`: it enters and leaves the back-forward
 * cache.
 */
export type PageMoment = 'shown' | 'online' | 'offline' | 'left' | 'back';

/** The browser features that a live connection depends on; tests replace them. */
export type Environment = {
  readonly openSocket: (address: string) => SocketLike;
  /** Milliseconds of the wall clock, which goes on while the machine sleeps. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Calls a function with the page's events; returns a function that stops it. */
  readonly watchPage: (tell: (moment: PageMoment) => void) => () => void;
};

/** The real browser. */
export const browserEnvironment: Environment = {
  openSocket: (address) => {
    const url = new URL(address, location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(url);
  },
  now: () => now().getTime(),
  random: () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32,
  watchPage: (tell) => {
    const ended = new AbortController();
    const on = (target: EventTarget, name: string, moment: PageMoment, fits = () => true) =>
      target.addEventListener(name, () => fits() && tell(moment), { signal: ended.signal });
    on(window, 'online', 'online');
    on(window, 'offline', 'offline');
    on(window, 'pagehide', 'left');
    on(window, 'pageshow', 'back');
    on(document, 'resume', 'shown');
    on(document, 'visibilitychange', 'shown', () => document.visibilityState === 'visible');
    return () => ended.abort();
  },
};
