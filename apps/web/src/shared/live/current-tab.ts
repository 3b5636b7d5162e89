import { browserEnvironment } from './environment.ts';
import { TabSocket } from './tab-socket.ts';

/** The only socket of the current tab. */
export const currentTab = new TabSocket(browserEnvironment);
