import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hoursOnOneLine, phoneOnOneLine, telephoneHref } from '../../../domain/i18n/site.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { escapeMarkup } from '../../../domain/markup.ts';
import { framedPeople, type FramedPerson } from '../../../domain/menu/framed-people.ts';
import type { Config } from '../../config.ts';

/** Frames by path and language. */
type Frames = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** Output of the build (scripts/frames): the script that runs before the frame is painted, and the frames. */
type Built = { beforePaint: string; frames: Readonly<Record<FramedPerson, Frames>> };

/** A page's first frame, for its head and for its root. */
export type FirstFrame = { who: FramedPerson; head: string; html: string };

/** Returns a frame with the operator's values in place of their marks. */
function withValues(html: string, values: Readonly<Record<string, unknown>>): string {
  return html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'string' ? escapeMarkup(value) : '';
  });
}

/**
 * Returns the first frames of the pages that the build rendered, with this operator's values: `site` has those that the page
 * reads, and under `zh` those that differ in Chinese. Without a built web there are none.
 */
export function firstFramesIn(folder: string, config: Config, site: { zh: object }) {
  const file = join(folder, 'frames.json');
  if (!existsSync(file)) return () => undefined;
  const { beforePaint, frames: built } = JSON.parse(readFileSync(file, 'utf8')) as Built;
  const { phone, hours } = config.help;
  const valuesOf = (language: Language) => ({
    ...site,
    ...(language === 'zh' && site.zh),
    helpPhone: phoneOnOneLine(phone),
    helpPhoneHref: telephoneHref(phone),
    helpHours: hoursOnOneLine(hours[language]),
  });
  const frames = new Map<string, FirstFrame>();
  for (const who of framedPeople)
    for (const [path, byLanguage] of Object.entries(built[who]))
      for (const language of ['en', 'zh'] as const)
        frames.set(`${who} ${language} ${path}`, {
          who,
          head: `<script src="${beforePaint}" data-language="${language}"></script>`,
          html: withValues(byLanguage[language], valuesOf(language)),
        });
  return (who: FramedPerson, path: string, language: Language): FirstFrame | undefined =>
    frames.get(`${who} ${language} ${path}`);
}
