import { hoursOnOneLine, phoneOnOneLine, type Site } from '../../domain/i18n/site.ts';

/**
 * Reads the site's values from the JSON in the page. The telephone number and each of the opening hours are kept on one line
 * wherever they are shown. @throws SyntaxError if the text is not JSON
 */
export function readSite(content: string): Site {
  const site = JSON.parse(content) as Site;
  const { helpPhone, helpHours } = site;
  return {
    ...site,
    helpPhone: helpPhone && phoneOnOneLine(helpPhone),
    helpHours: helpHours && { en: hoursOnOneLine(helpHours.en), zh: hoursOnOneLine(helpHours.zh) },
  };
}

/** The values of this site. */
export const site = readSite(
  document.querySelector('meta[name="wattle-site"]')?.getAttribute('content') || '{}',
);
