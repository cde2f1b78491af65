import type { Translate } from '../../i18n/texts.ts';

/** Browser and system of a device, in common names. Null if unknown or rare. */
export type Device = { browser: string | null; system: string | null };

/** In this order: many browsers include the names of their ancestors, so the more specific name comes first. */
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['WeChat', /\bMicroMessenger\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Opera', /\b(?:OPR|OPT|OPiOS)\/|\bOpera\b/],
  ['Vivaldi', /\bVivaldi\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['UC Browser', /\bUC ?Browser\//],
  ['QQ', /\bM?QQBrowser\//],
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['HarmonyOS', /\b(?:HarmonyOS|OpenHarmony)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\b(?:Linux|X11)\b/],
];

const nameIn = (known: typeof browsers, userAgent: string) =>
  known.find(([, sign]) => sign.test(userAgent))?.[0] ?? null;

/** Reads the browser and the system from the header User-Agent (RFC 9110, 10.1.5), which any client can forge. */
export function deviceOf(userAgent: string | null): Device {
  const said = (userAgent ?? '').slice(0, 300);
  return { browser: nameIn(browsers, said), system: nameIn(systems, said) };
}

/** Returns one short text for a device, the same for the same browser and system, whatever their versions. */
export function deviceKey({ browser, system }: Device): string {
  return `${browser ?? '-'}/${system ?? '-'}`;
}

/** Returns the device of a text from `deviceKey`. */
export function deviceOfKey(key: string): Device {
  const [browser = '-', system = '-'] = key.split('/');
  return { browser: browser === '-' ? null : browser, system: system === '-' ? null : system };
}

/** Whether the device is handheld. */
export function isHandheld({ system }: Device): boolean {
  return system !== null && ['iPhone', 'iPad', 'Android', 'HarmonyOS'].includes(system);
}

/** Returns a device in words: "Chrome on Windows", or the known part of it. */
export function deviceWords({ browser, system }: Device, t: Translate): string {
  if (browser && system) return t('device.browserOnSystem', { browser, system });
  if (browser) return browser;
  if (system) return t('device.system', { system });
  return t('device.unknown');
}
