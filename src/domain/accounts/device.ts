import type { Translate } from '../i18n/texts.ts';

/** What a browser says that it is, in words that people know. Null where it does not say, or says something rare. */
export type Device = { browser: string | null; system: string | null };

/** In this order: many browsers name those that they descend from, so the more particular word comes first. */
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

/** Reads a browser and a system out of the header User-Agent (RFC 9110, 10.1.5), which anybody may fake. */
export function deviceOf(userAgent: string | null): Device {
  const said = (userAgent ?? '').slice(0, 300);
  return { browser: nameIn(browsers, said), system: nameIn(systems, said) };
}

/** One short text for a device, the same for the same browser and system whatever their versions. */
export function deviceKey({ browser, system }: Device): string {
  return `${browser ?? '-'}/${system ?? '-'}`;
}

/** The device that `deviceKey` made a text of. */
export function deviceOfKey(key: string): Device {
  const [browser = '-', system = '-'] = key.split('/');
  return { browser: browser === '-' ? null : browser, system: system === '-' ? null : system };
}

/** Whether it is one that is carried about and held in a hand. */
export function isHandheld({ system }: Device): boolean {
  return system !== null && ['iPhone', 'iPad', 'Android', 'HarmonyOS'].includes(system);
}

/** A device in words: "Chrome on Windows", or as much of it as is known. */
export function deviceWords({ browser, system }: Device, t: Translate): string {
  if (browser && system) return t('device.browserOnSystem', { browser, system });
  if (browser) return browser;
  if (system) return t('device.system', { system });
  return t('device.unknown');
}
