import { browserSurroundings } from './surroundings.ts';
import { TabSocket } from './tab-socket.ts';

/** The socket of this tab; there is never a second one. */
export const thisTab = new TabSocket(browserSurroundings);
