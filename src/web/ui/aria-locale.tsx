import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useLanguage } from '../app/texts.tsx';

/** Lets the React Aria parts inside speak the language of the page, not that of the browser. */
export function AriaLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={useLanguage() === 'zh' ? 'zh-CN' : 'en-AU'}>{children}</I18nProvider>;
}
