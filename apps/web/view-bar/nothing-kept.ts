const THEME = 'theme';

/** Storage that lasts as long as the document. */
class DocumentStorage {
  [key: string]: unknown;
}
const methods = {
  getItem(this: DocumentStorage, key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  },
  setItem(this: DocumentStorage, key: string, value: string) {
    this[key] = String(value);
  },
  removeItem(this: DocumentStorage, key: string) {
    delete this[key];
  },
};
for (const [name, value] of Object.entries(methods)) {
  Object.defineProperty(DocumentStorage.prototype, name, { value });
}

/**
 * Keeps a customer's figures and drafts from the storage of this device, which is that of a member of staff,
 * and theirs from the customer's page. Only the theme stays as it was chosen here.
 */
export function keepNothing(): void {
  const storage = new DocumentStorage();
  try {
    const theme = window.localStorage.getItem(THEME);
    if (theme !== null) storage[THEME] = theme;
  } catch {
    // refused: the theme of the device
  }
  Object.defineProperty(window, 'localStorage', { value: storage });
}

/** A socket that never opens: a view has none, so that it leaves no receipt of what was read. */
class NoSocket extends EventTarget {
  readonly readyState = 0;
  close(): void {}
  send(): void {}
}

/** Keeps the page from opening sockets, which the server would refuse. */
export function openNoSocket(): void {
  Object.defineProperty(window, 'WebSocket', { value: NoSocket });
}
