// What a page does once it has loaded and the browser is idle, in a chunk of its own, so that no page
// is later for it.
import { installServiceWorker } from './install-service-worker.ts';
import './reload-for-new-build.ts';

installServiceWorker();
