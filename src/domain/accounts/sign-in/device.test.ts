import { describe, expect, it } from 'vitest';
import { deviceKey, deviceOf, deviceOfKey, deviceWords, isHandheld } from './device.ts';
import { catalogue } from '../../i18n/catalogue.ts';
import { translatorOf } from '../../i18n/translator.ts';

const en = translatorOf('en', catalogue.en);
const zh = translatorOf('zh', catalogue.zh);

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('a device by name', () => {
  it.each([
    [`${windows} Chrome/138.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${windows} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`, 'Edge on Windows'],
    [`${windows} Chrome/137.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera on Windows'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari on Mac',
    ],
    [`${phone} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    [`${phone} CriOS/138.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
    [`${phone} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iPad',
    ],
    [`${android} Chrome/138.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [`${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet on Android'],
    [
      `${android} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50`,
      'WeChat on Android',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Something/1.0 (Windows NT 10.0)', 'A browser on Windows'],
    ['Mozilla/5.0 Firefox/140.0', 'Firefox'],
    ['node', 'A device that gives no name'],
    ['', 'A device that gives no name'],
    [null, 'A device that gives no name'],
  ])('%s is %s [security 18]', (userAgent, words) => {
    expect(deviceWords(deviceOf(userAgent), en)).toBe(words);
  });

  it('has words in Chinese too [LANG-01]', () => {
    expect(deviceWords(deviceOf(`${windows} Chrome/138.0.0.0 Safari/537.36`), zh)).toBe(
      'Windows 上的 Chrome',
    );
    for (const userAgent of ['node', 'Windows'])
      expect(deviceWords(deviceOf(userAgent), zh)).toMatch(/\p{Script=Han}/u);
  });

  it('is the same for all versions, and can be restored from its key', () => {
    const [before, after] = [138, 152].map((version) =>
      deviceOf(`${windows} Chrome/${version}.0.0.0 Safari/537.36`),
    );
    expect(deviceKey(before!)).toBe(deviceKey(after!));
    for (const device of [before!, deviceOf('node'), deviceOf('Windows'), deviceOf('Firefox/1')])
      expect(deviceOfKey(deviceKey(device))).toEqual(device);
    expect(deviceOfKey('Chrome')).toEqual({ browser: 'Chrome', system: null });
  });

  it('is never text from the request: only names of our list are kept [security 28]', () => {
    const sent = '<script>alert(1)</script>\r\nBcc: eve@evil.example Chrome/1 Windows';
    expect(deviceKey(deviceOf(sent))).toBe('Chrome/Windows');
  });

  it('distinguishes handheld devices from desktop computers', () => {
    for (const system of ['iPhone', 'iPad', 'Android', 'HarmonyOS'])
      expect(isHandheld({ browser: null, system })).toBe(true);
    for (const system of ['Windows', 'Mac', 'Linux', ''])
      expect(isHandheld({ browser: null, system })).toBe(false);
    expect(isHandheld(deviceOf(phone))).toBe(true);
    expect(isHandheld(deviceOf(windows))).toBe(false);
    expect(isHandheld(deviceOf(null))).toBe(false);
  });

  it('takes no longer for a long and hostile header [security 28]', () => {
    const started = performance.now();
    deviceOf(`Version/${'1.'.repeat(100_000)} ${'Safari'.repeat(1_000)}`);
    expect(performance.now() - started).toBeLessThan(50);
  });
});
