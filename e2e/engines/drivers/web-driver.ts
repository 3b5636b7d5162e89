/**
 * The commands of W3C WebDriver that the journeys need, under the names that Firefox's Marionette
 * gives them, with their address where a driver takes them over HTTP.
 */
export const COMMANDS = {
  Navigate: ['POST', '/url'],
  Refresh: ['POST', '/refresh'],
  AddCookie: ['POST', '/cookie'],
  ExecuteScript: ['POST', '/execute/sync'],
  ElementClick: ['POST', '/element/{id}/click'],
  ElementClear: ['POST', '/element/{id}/clear'],
  ElementSendKeys: ['POST', '/element/{id}/value'],
  PerformActions: ['POST', '/actions'],
  SetWindowRect: ['POST', '/window/rect'],
  GetWindowHandle: ['GET', '/window'],
  GetWindowHandles: ['GET', '/window/handles'],
  SwitchToWindow: ['POST', '/window'],
  TakeScreenshot: ['GET', '/screenshot'],
} as const;

export type Command = keyof typeof COMMANDS;

/** A browser of its own process and profile, which one test drives. */
export type WebDriver = {
  /** 'Firefox 153.8.0' */
  readonly version: string;
  /** Resolves with the command's value. Throws WebDriverError. */
  readonly send: (command: Command, parameters?: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /**
   * Adds a device that confirms every passkey at once; null where the engine knows no passkeys.
   */
  readonly addAuthenticator: (() => Promise<void>) | null;
  /** The errors that the browser itself has printed about the pages so far. */
  readonly printedErrors: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** What a browser is started with. */
export type Look = { readonly dark: boolean };

/** A command that the browser refused, with WebDriver's own code, such as 'stale element reference'. */
export class WebDriverError extends Error {
  override name = 'WebDriverError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** The key under which W3C WebDriver passes elements. */
export const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';
