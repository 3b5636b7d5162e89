import { expect, it } from 'vitest';
import { describeDevice } from './describe-device.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; TECNO KI5k)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${ANDROID} ${WEBKIT} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`${ANDROID} ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Samsung Internet on Android'],
  [`${ANDROID} ${WEBKIT} Chrome/120.0.0.0 Mobile Safari/537.36 OPR/81.0`, 'Opera on Android'],
  [`${ANDROID} ${WEBKIT} Chrome/100.0.0.0 Mobile Safari/537.36 PHX/12.9`, 'Phoenix on Android'],
  ['Opera/9.80 (Android; Opera Mini/36.2/191.249; U; en) Presto/2.12 Version/12.16', 'Opera Mini on Android'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', 'Firefox on Android'],
  [`${IPHONE} ${WEBKIT} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${IPHONE} ${WEBKIT} CriOS/131.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit Version/16.6 Safari/604.1', 'Safari on iPad'],
  [`${WINDOWS} ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge on Windows'],
  [`${WINDOWS} ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${MAC} ${WEBKIT} Version/17.6 Safari/605.1.15`, 'Safari on macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit Chrome/131.0.0.0 Safari/537.36', 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit HeadlessChrome/131.0.0.0 Safari/537.36', 'Chrome on Linux'],
  ['SomeApp/1.0 (Android 12)', 'Android'],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
])('a browser that calls itself %s is %s to its owner', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});
