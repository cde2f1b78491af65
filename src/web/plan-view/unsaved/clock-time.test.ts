import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import { changedElsewhere, clockTime } from './clock-time.ts';

const en = translatorOf('en', catalogue.en);
const zh = translatorOf('zh', catalogue.zh);
const zone = process.env['TZ'];

/** Sets the browser's time and time zone. */
function browserIn(timeZone: string, now: string): void {
  process.env['TZ'] = timeZone;
  vi.setSystemTime(new Date(now));
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('the time of a change elsewhere', () => {
  it('is Melbourne’s, without a place name if the browser shows the same [R-40, LANG-03]', () => {
    for (const place of ['Australia/Melbourne', 'Australia/Sydney']) {
      browserIn(place, '2026-05-04T14:00:00+10:00');
      expect(clockTime(en, '2026-05-04T10:42:00+10:00', 'en')).toBe('10:42 am');
      expect(clockTime(zh, '2026-05-04T10:42:00+10:00', 'zh')).toBe('10:42');
    }
  });

  it('is Melbourne’s, with its zone if the browser is in another zone, also half an hour away [R-40]', () => {
    for (const place of ['Europe/London', 'Australia/Adelaide', 'Australia/Perth', 'Asia/Shanghai']) {
      browserIn(place, '2026-05-04T14:00:00+10:00');
      expect(clockTime(en, '2026-05-04T10:42:00+10:00', 'en')).toBe('10:42 am (Melbourne time)');
      expect(clockTime(zh, '2026-05-04T10:42:00+10:00', 'zh')).toBe('10:42（墨尔本时间）');
    }
  });

  it('has a place name in Brisbane only in summer [R-40]', () => {
    browserIn('Australia/Brisbane', '2026-01-04T14:00:00+11:00');
    expect(clockTime(en, '2026-01-04T10:42:00+11:00', 'en')).toBe('10:42 am (Melbourne time)');
    browserIn('Australia/Brisbane', '2026-06-04T14:00:00+10:00');
    expect(clockTime(en, '2026-06-04T10:42:00+10:00', 'en')).toBe('10:42 am');
  });

  it('has the day if it is another one in Melbourne [R-40]', () => {
    // In London it is still the third; the change was made on the fourth in Melbourne, which is today there.
    browserIn('Europe/London', '2026-05-04T00:20:00+10:00');
    expect(clockTime(en, '2026-05-04T00:10:00+10:00', 'en')).toBe('12:10 am (Melbourne time)');
    expect(clockTime(en, '2026-05-03T23:50:00+10:00', 'en')).toBe('3 May at 11:50 pm (Melbourne time)');
    expect(changedElsewhere(en, '2026-05-04T00:10:00+10:00', 'en')).toBe(
      'You, on another device, saved a change at 12:10 am (Melbourne time), after you opened this page. Nothing is lost.',
    );
  });
});
