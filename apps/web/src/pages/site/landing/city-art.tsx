const CABLES = Array.from({ length: 13 }, (_, pair) => {
  const top = 18 + 5 * pair;
  return `M190 ${top}L${176 - 14 * pair} 118M190 ${top}L${204 + 14 * pair} 118`;
}).join('');

/** A cable-stayed bridge over water. */
export function LagosArt() {
  return (
    <svg className="city" viewBox="0 0 400 160" aria-hidden="true">
      <path className="city-fine" d={CABLES} />
      <path className="city-bold" d="M190 10V134M0 118H400M184 134h12" />
      <path
        className="city-fine"
        d="M20 136h90M140 136h34M210 136h120M350 136h40M60 146h60M160 146h90M290 146h50M0 155h40M110 155h70M220 155h60M330 155h60"
      />
    </svg>
  );
}

/** The granite dome beside the road into Abuja. */
export function AbujaArt() {
  return (
    <svg className="city" viewBox="0 0 400 160" aria-hidden="true">
      <path
        className="city-fine"
        d="M62 110.6V123.5M67.8 103.8V130.8M73.6 94.7V108.4M79.4 94.2V121.3M85.2 84V134M91 90.8V105.9M96.8 77.7V123.6M102.6 70V105.2M108.4 66.3V126.8M114.2 53.7V81.8M120 57.1V109.5M125.8 41.1V134M131.6 56.2V83.4M137.4 36.4V115.9M143.2 30.8V87.5M149 34.8V123.4M154.8 26.6V64.2M160.6 38.1V103.5M166.4 23.7V134M172.2 44.9V76.1M178 25.2V113.8M183.8 21.2V83.3M189.6 27.6V122.7M195.4 20.6V60.3M201.2 34.3V102.3M207 20.8V134M212.8 43.8V75.4M218.6 25.2V113.8M224.4 22.8V83.9M230.2 30.4V123M236 25.1V63.2M241.8 39.5V103.9M247.6 28.5V134M253.4 51.3V80.2M259.2 36.2V115.9M265 36V89.9M270.8 44.9V124.5M276.6 43.1V74.9M282.4 58.1V109.8M288.2 53.3V134M294 75.1V95.7M299.8 71.7V122.4M305.6 83.1V111.1M311.4 102.2V130.6M317.2 114.4V121.3"
      />
      <path
        className="city-bold"
        d="M50 134C58 110 70 88 94 74S112 42 138 29C168 14 216 12 252 26S300 62 308 86C314 106 322 120 328 134M0 134H400M328 134c5-16 22-24 36-14 9 6 12 14 14 14"
      />
      <path className="city-fine" d="M30 143h210M262 143h90M70 152h120M214 152h70" />
    </svg>
  );
}
