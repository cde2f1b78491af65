import { useLayoutEffect, useRef } from 'react';
import type { Language } from '../../../../../domain/i18n/texts.ts';
import { langOf } from '../../../../app/language.ts';

type FirstScreenProps = { html: string; styles: string; language: Language };

/** The first screen of the emergency page, in a shadow root with the styles of that page. Its links lead nowhere. */
export function FirstScreen({ html, styles, language }: FirstScreenProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    const page = document.createElement('div');
    page.className = 'page';
    page.lang = langOf[language];
    // The server made this HTML with every answer escaped.
    page.innerHTML = `<div class="main">${html}</div>`;
    for (const link of page.querySelectorAll('a')) link.removeAttribute('href');
    const headings = [
      ...[...page.querySelectorAll('h1')].map((name) => [asParagraph(name), '3'] as const),
      ...[...page.querySelectorAll('h2')].map((heading) => [heading, '4'] as const),
    ];
    for (const [heading, level] of headings) {
      heading.role = 'heading';
      heading.ariaLevel = level;
    }
    root.replaceChildren(page);
  }, [html, styles, language]);
  return <div ref={host} />;
}

/** Replaces the title of the emergency page, as a document has only one element `h1`. */
function asParagraph(title: HTMLHeadingElement): HTMLParagraphElement {
  const paragraph = document.createElement('p');
  paragraph.className = `h1 ${title.className}`;
  paragraph.replaceChildren(...title.childNodes);
  title.replaceWith(paragraph);
  return paragraph;
}
