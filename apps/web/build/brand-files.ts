import { brand } from '@portal/brand';
import type { Plugin } from 'vite';

const FAVICON = 'favicon.svg';

function favicon(): string {
  const { path, dot } = brand.logo;
  const point = dot ? `<circle cx="${dot.x}" cy="${dot.y}" r="${dot.radius}" fill="${brand.colours.signal}"/>` : '';
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -9 40 40">' +
    `<rect x="-5" y="-9" width="40" height="40" rx="8" fill="${brand.colours.glass.light}"/>` +
    `<path d="${path}" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>${point}</svg>`
  );
}

/** Files made from the brand: the icon of the browser tab. */
export function brandFiles(): Plugin {
  return {
    name: 'brand-files',
    generateBundle() {
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName: FAVICON, source: favicon() });
    },
    configureServer(server) {
      server.middlewares.use(`/${FAVICON}`, (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml');
        response.end(favicon());
      });
    },
  };
}
